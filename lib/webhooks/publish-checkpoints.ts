import { findCheckpointsUpTo, verifyCheckpoints } from "@/lib/audit-chain";
import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { findOrganisation } from "@/lib/organisations";
import { type Publication, publishMany } from "@/lib/webhooks/publish";
import { findListening, findListeningSince, findToldSources } from "@/lib/webhooks/publish-store";

/** Checkpoints that are verified and published together, and read at a time. */
const batchCheckpoints = 100;

/** Checkpoints that are told of in arrears, the latest ones: a week of them. */
const arrearsMax = 10_000;

/**
 * Brings every checkpoint that endpoints were not told of out of the database: verifies what it is the first to sign and
 * publishes `chain.verified` with it. What was published is what was told, so that nothing else need be remembered; a
 * checkpoint is told once, and only to who listened when it was issued. The oldest come first, those above `aboveSize`
 * where it is given, at most `batchesMax` hundred; answers the size to go on above, undefined where that was all. One that
 * does not hold is not told, and not looked at again once a later one was.
 */
export async function publishCheckpoints(
  organisationId: string,
  clock: Clock,
  { aboveSize = 0, batchesMax = Number.POSITIVE_INFINITY } = {},
): Promise<{ told: number; aboveSize: number | undefined }> {
  const organisation = await findOrganisation(organisationId);
  const since = await findListeningSince(organisationId, "chain.verified");
  if (!organisation || !since) return { told: 0, aboveSize: undefined };
  const due = (await untoldSizes(organisationId, since)).filter((size) => size > aboveSize);
  let [told, batch] = [0, 0];
  for (; batch < batchesMax && batch * batchCheckpoints < due.length; batch++) {
    const sizes = due.slice(batch * batchCheckpoints, (batch + 1) * batchCheckpoints);
    const publications = (await verifyCheckpoints(organisationId, sizes, clock)).map(publicationOf);
    await inTransaction(undefined, (tx) => publishMany(tx, { organisation, clock }, publications));
    told += publications.length;
  }
  return { told, aboveSize: batch * batchCheckpoints < due.length ? due[batch * batchCheckpoints - 1] : undefined };
}

/**
 * Maintenance over all organisations: those whose last checkpoint their endpoints were not told of, among the next
 * `limit` that listen, by their ids behind `after`. Answers behind whom to go on; undefined at the end.
 */
export async function listUntoldCheckpoints(
  after: string,
  limit: number,
): Promise<{ organisationIds: string[]; after: string | undefined }> {
  const listening = await findListening("chain.verified", after, limit);
  const organisationIds: string[] = [];
  for (const { organisationId, since } of listening) {
    const [last] = await findCheckpointsUpTo(organisationId, undefined, 1);
    if (!last || !isIssuedSince(last, since)) continue;
    const told = await findToldSources(organisationId, [sourceOf(last)]);
    if (told.size === 0) organisationIds.push(organisationId);
  }
  return { organisationIds, after: listening.length < limit ? undefined : listening.at(-1)?.organisationId };
}

type Checkpoint = Awaited<ReturnType<typeof findCheckpointsUpTo>>[number];
type VerifiedCheckpoint = Awaited<ReturnType<typeof verifyCheckpoints>>[number];

/** The sizes behind the last that was told of, or listened to, smallest first. */
async function untoldSizes(organisationId: string, since: Date): Promise<number[]> {
  const sizes: number[] = [];
  let upTo: number | undefined;
  while (sizes.length < arrearsMax) {
    const page = await findCheckpointsUpTo(organisationId, upTo, batchCheckpoints);
    const told = await findToldSources(organisationId, page.map(sourceOf));
    const end = page.findIndex((checkpoint) => told.has(sourceOf(checkpoint)) || !isIssuedSince(checkpoint, since));
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
