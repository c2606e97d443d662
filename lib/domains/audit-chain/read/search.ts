import { countUnindexed, findUnindexed, indexNextEvents } from "@/lib/domains/audit-chain/read/search-store";
import type { Clock } from "@/lib/platform/core/clock";
import { unavailable } from "@/lib/platform/core/errors";

const batch = 2_000;
/** About a second's work. */
const requestMax = 5 * batch;

/**
 * Indexes an organisation's newest events, so that a search finds all of them.
 *
 * @throws `unavailable` if more than 10,000 events are not indexed yet. The scheduled job indexes them.
 */
export async function indexForSearch(organisationId: string, eventsMax = requestMax): Promise<void> {
  let missing = await countUnindexed(organisationId, eventsMax + 1);
  if (missing > eventsMax) throw unavailable("New events are still being indexed for search. Try again later.", 60);
  while (missing > 0) {
    const indexed = await indexNextEvents(organisationId, batch);
    missing = indexed < batch ? 0 : missing - indexed;
  }
}

const organisationsMax = 500;

/** Indexes new events of all organisations for search, in turns, until `until` (Unix ms). */
export async function indexNewEvents(clock: Clock, until: number): Promise<{ indexed: number }> {
  let indexed = 0;
  for (let before = -1; before < indexed; ) {
    before = indexed;
    for (const organisationId of await findUnindexed(organisationsMax)) {
      if (clock.now() >= until) return { indexed };
      indexed += await indexNextEvents(organisationId, batch);
    }
  }
  return { indexed };
}
