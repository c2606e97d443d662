import { setImmediate } from "node:timers/promises";
import {
  advanceFollower,
  findCheckpointsUpTo,
  findFinding,
  findPassedVerification,
  readNextEvents,
  verifyCheckpoints,
} from "@/lib/domains/audit-chain";
import { findOrganisation } from "@/lib/domains/organisations";
import { type Publication, type Publisher, publish, publishMany } from "@/lib/domains/webhooks/publish";
import { findListening, findListeningSince, findPublishedSources } from "@/lib/domains/webhooks/publish-store";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";

/** The name under which webhooks follow a chain. */
const chainFollower = "webhooks";

/** Maximum number of events read and published in one transaction. */
const batchEvents = 500;

/**
 * Publishes the events appended to a chain since the last call: `audit.created` for each event, and also
 * `audit.high_severity` for a HIGH or CRITICAL event. The position moves in the publishing transaction, so each event
 * is published once. Continues until it has caught up or has published `batchesMax` batches, and returns which. Does
 * nothing for a chain that webhooks do not follow.
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
    const { events, hasMore } = await readNextEvents(tx, organisationId, chainFollower, batchEvents);
    const last = events.at(-1);
    if (!last) return { published: 0, hasMore };
    const publications = events.flatMap((event) => publicationsOf(event, publisher.clock));
    await publishMany(tx, publisher, publications);
    await advanceFollower(tx, organisationId, chainFollower, last.chainPosition);
    return { published: events.length, hasMore };
  });
}

type AuditEvent = Awaited<ReturnType<typeof readNextEvents>>["events"][number];

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

/** A tampered row may have no valid time and must not block the events after it. */
function receivedMs(event: AuditEvent, clock: Clock): number {
  const ms = Date.parse(event.recordedAt);
  return Number.isNaN(ms) ? clock.now() : ms;
}

/** Checkpoints that are verified and published together, and read at a time. */
const batchCheckpoints = 100;

/** Maximum number of unpublished checkpoints to catch up on, latest ones: a week of checkpoints. */
const arrearsMax = 10_000;

/**
 * Publishes `chain.verified` for every checkpoint that has not been published, after verifying the events that it is
 * the first to sign. Each checkpoint is published once, and only to endpoints that were listening when it was issued;
 * the published envelopes are the only state. Starts with the oldest checkpoint above `aboveSize`, if given, and
 * publishes at most `batchesMax` hundred. Returns the size to continue from, or undefined at the end. A checkpoint
 * whose verification fails is not published, and is not verified again after a later one was published.
 */
export async function publishCheckpoints(
  organisationId: string,
  clock: Clock,
  { aboveSize = 0, batchesMax = Number.POSITIVE_INFINITY } = {},
): Promise<{ published: number; aboveSize: number | undefined }> {
  const organisation = await findOrganisation(organisationId);
  const since = await findListeningSince(organisationId, "chain.verified");
  if (!organisation || !since) return { published: 0, aboveSize: undefined };
  const due = (await unpublishedSizes(organisationId, since)).filter((size) => size > aboveSize);
  let [published, batch] = [0, 0];
  for (; batch < batchesMax && batch * batchCheckpoints < due.length; batch++) {
    const sizes = due.slice(batch * batchCheckpoints, (batch + 1) * batchCheckpoints);
    const publications = (await verifyCheckpoints(organisationId, sizes, clock)).map(publicationOf);
    await inTransaction(undefined, (tx) => publishMany(tx, { organisation, clock }, publications));
    published += publications.length;
  }
  return {
    published,
    aboveSize: batch * batchCheckpoints < due.length ? due[batch * batchCheckpoints - 1] : undefined,
  };
}

/**
 * The next `limit` listening organisations by ID after `after` that have an unpublished latest checkpoint. Returns the
 * ID to continue from; undefined at the end. For maintenance of all organisations.
 */
export async function listUnpublishedCheckpoints(
  after: string,
  limit: number,
): Promise<{ organisationIds: string[]; after: string | undefined }> {
  const listening = await findListening("chain.verified", after, limit);
  const organisationIds: string[] = [];
  for (const { organisationId, since } of listening) {
    const [last] = await findCheckpointsUpTo(organisationId, undefined, 1);
    if (!last || !isIssuedSince(last, since)) continue;
    const published = await findPublishedSources(organisationId, [sourceOf(last)]);
    if (published.size === 0) organisationIds.push(organisationId);
  }
  return { organisationIds, after: listening.length < limit ? undefined : listening.at(-1)?.organisationId };
}

type Checkpoint = Awaited<ReturnType<typeof findCheckpointsUpTo>>[number];
type VerifiedCheckpoint = Awaited<ReturnType<typeof verifyCheckpoints>>[number];

/** Sizes of the checkpoints after the last one published or since an endpoint listens, smallest first. */
async function unpublishedSizes(organisationId: string, since: Date): Promise<number[]> {
  const sizes: number[] = [];
  let upTo: number | undefined;
  while (sizes.length < arrearsMax) {
    const page = await findCheckpointsUpTo(organisationId, upTo, batchCheckpoints);
    const published = await findPublishedSources(organisationId, page.map(sourceOf));
    const end = page.findIndex(
      (checkpoint) => published.has(sourceOf(checkpoint)) || !isIssuedSince(checkpoint, since),
    );
    sizes.push(...page.slice(0, end === -1 ? undefined : end).map(({ size }) => size));
    if (end !== -1 || page.length < batchCheckpoints) break;
    upTo = (page.at(-1)?.size ?? 1) - 1;
  }
  return sizes.reverse();
}

function isIssuedSince({ issuedAt }: Checkpoint, since: Date): boolean {
  return Date.parse(issuedAt) >= since.getTime();
}

function sourceOf({ size }: Checkpoint): string {
  return `chain.verified checkpoint ${size}`;
}

function publicationOf({ checkpoint, from, verifiedAt }: VerifiedCheckpoint): Publication {
  return {
    type: "chain.verified",
    data: {
      fromPosition: from,
      toPosition: checkpoint.size,
      eventsVerified: checkpoint.size - from + 1,
      headHash: checkpoint.headHash,
      checkpoint,
      verifiedAt,
    },
    sourceKey: sourceOf(checkpoint),
    occurredAtMs: Date.parse(checkpoint.issuedAt),
  };
}

/** Publishes `chain.verified` once for a verification that passed; does nothing for any other. */
export async function publishChainVerified(
  organisationId: string,
  verificationId: string,
  clock: Clock,
): Promise<void> {
  const [organisation, passed] = await Promise.all([
    findOrganisation(organisationId),
    findPassedVerification(organisationId, verificationId),
  ]);
  if (!organisation || !passed) return;
  const { from: fromPosition, to: toPosition, eventsVerified, headHash, checkpoint, verifiedAt } = passed;
  await inTransaction(undefined, (tx) =>
    publish(tx, {
      organisation,
      clock,
      type: "chain.verified",
      data: { fromPosition, toPosition, eventsVerified, headHash, checkpoint, verifiedAt },
      sourceKey: `chain.verified ${verificationId}`,
      occurredAtMs: Date.parse(verifiedAt),
    }),
  );
}

/**
 * Publishes `chain.integrity_failure` for a finding, once and again each time it is reopened. Does nothing if the
 * finding does not exist.
 */
export async function publishIntegrityFailure(
  organisationId: string,
  eventId: string,
  code: string,
  clock: Clock,
): Promise<void> {
  const [organisation, finding] = await Promise.all([
    findOrganisation(organisationId),
    findFinding(organisationId, eventId, code),
  ]);
  if (!organisation || !finding) return;
  const { reopened, ...data } = finding;
  await inTransaction(undefined, (tx) =>
    publish(tx, {
      organisation,
      clock,
      type: "chain.integrity_failure",
      data: { ...data, error: code },
      sourceKey: `chain.integrity_failure ${eventId} ${code}${reopened > 0 ? ` ${reopened}` : ""}`,
      occurredAtMs: Date.parse(finding.detectedAt),
    }),
  );
}
