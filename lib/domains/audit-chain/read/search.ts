import { setTimeout as delay } from "node:timers/promises";
import { countUnindexed, findUnindexed, indexNextEvents } from "@/lib/domains/audit-chain/read/search-store";
import type { Clock } from "@/lib/platform/core/clock";
import { unavailable } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import { log } from "@/lib/platform/telemetry/log";

/** About a second's work. */
const requestMax = 10_000;
const waits = { ms: 200, most: 25 };

/** The indexing in progress for searches, by organisation: concurrent searches share it. */
const running = () => singleton("search-indexing", () => new Map<string, Promise<void>>());

/**
 * Indexes an organisation's newest events, so that a search finds all of them.
 *
 * @throws `unavailable` if more than 10,000 events are not indexed yet. The scheduled job indexes them.
 */
export async function indexForSearch(organisationId: string, eventsMax = requestMax): Promise<void> {
  const missing = await countUnindexed(organisationId, eventsMax + 1);
  if (missing > eventsMax) throw stillIndexing();
  if (missing === 0) return;
  const before = running().get(organisationId);
  if (before) {
    // It may have started before the newest event.
    await before;
    return indexForSearch(organisationId, eventsMax);
  }
  const work = indexEvents(organisationId, missing).finally(() => running().delete(organisationId));
  running().set(organisationId, work);
  return work;
}

async function indexEvents(organisationId: string, missing: number): Promise<void> {
  let waited = 0;
  for (let left = missing; left > 0; ) {
    const indexed = await indexNextEvents(organisationId);
    if (indexed === 0) return;
    if (indexed !== undefined) {
      left -= indexed;
    } else if (waited++ < waits.most) {
      // Another process indexes the same events.
      await delay(waits.ms);
    } else {
      throw stillIndexing();
    }
  }
}

function stillIndexing() {
  return unavailable("New events are still being indexed for search. Try again later.", 60);
}

const organisationsMax = 500;

/** Pause after each statement, as a multiple of its duration. Indexing an event costs PostgreSQL more than appending it. */
const pauseFactor = 2;
const pauseMsMax = 500;

/** Indexes new events for search, one organisation at a time with pauses, until `until` (Unix ms). */
export async function indexNewEvents(clock: Clock, until: number): Promise<{ indexed: number }> {
  let indexed = 0;
  for (let before = -1; before < indexed; ) {
    before = indexed;
    for (const organisationId of await findUnindexed(organisationsMax)) {
      if (clock.now() >= until) return { indexed };
      const startedAt = performance.now();
      try {
        indexed += (await indexNextEvents(organisationId)) ?? 0;
      } catch (error) {
        log().error({ err: error, organisationId }, "the events of an organisation could not be indexed for search");
      }
      await delay(Math.min(pauseFactor * (performance.now() - startedAt), pauseMsMax));
    }
  }
  return { indexed };
}
