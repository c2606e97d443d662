import { setImmediate } from "node:timers/promises";
import { advanceFollower, readBehind } from "@/lib/audit-chain";
import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { findOrganisation } from "@/lib/organisations";
import { type Publication, type Publisher, publishMany } from "@/lib/webhooks/publish";

/** The name under which webhooks follow a chain. */
const chainFollower = "webhooks";

/** Events that are read, published and noted as done in one transaction, at most. */
const batchEvents = 500;

/**
 * Publishes what was appended to a chain since the last time: `audit.created` for each event, `audit.high_severity` too for
 * one that is HIGH or CRITICAL. The place reached moves in the transaction that publishes, so that every event is told
 * once. Goes on until it has caught up or has done `batchesMax` batches, and says which. Nothing happens for a chain that
 * webhooks do not follow.
 */
export async function publishChain(
  organisationId: string,
  clock: Clock,
  batchesMax = Number.POSITIVE_INFINITY,
): Promise<{ events: number; caughtUp: boolean }> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return { events: 0, caughtUp: true };
  let events = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const { published, hasMore } = await publishBatch({ organisation, clock });
    events += published;
    if (!hasMore) return { events, caughtUp: true };
    await setImmediate();
  }
  return { events, caughtUp: false };
}

async function publishBatch(publisher: Publisher): Promise<{ published: number; hasMore: boolean }> {
  const organisationId = publisher.organisation.id;
  return inTransaction(undefined, async (tx) => {
    const { events, hasMore } = await readBehind(tx, organisationId, chainFollower, batchEvents);
    const last = events.at(-1);
    if (!last) return { published: 0, hasMore };
    const publications = events.flatMap((event) => publicationsOf(event, publisher.clock));
    await publishMany(tx, publisher, publications);
    await advanceFollower(tx, organisationId, chainFollower, last.chainPosition);
    return { published: events.length, hasMore };
  });
}

type AuditEvent = Awaited<ReturnType<typeof readBehind>>["events"][number];

function publicationsOf(event: AuditEvent, clock: Clock): Publication[] {
  const common = { data: event, occurredAtMs: receivedMs(event, clock) };
  return [
    { ...common, type: "audit.created" as const, sourceKey: `audit.created ${event.id}` },
    ...(highSeverities.has(event.severity)
      ? [{ ...common, type: "audit.high_severity" as const, sourceKey: `audit.high_severity ${event.id}` }]
      : []),
  ];
}

const highSeverities: ReadonlySet<string> = new Set(["HIGH", "CRITICAL"]);

/** A row that was tampered with may say no time at all, and must not hold up those behind it. */
function receivedMs(event: AuditEvent, clock: Clock): number {
  const ms = Date.parse(event.recordedAt);
  return Number.isNaN(ms) ? clock.now() : ms;
}
