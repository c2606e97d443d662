import { type Checkpoint, verifyCheckpointSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { getCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { findCheckpoint, latestCheckpoint } from "@/lib/domains/audit-chain/checkpoints/store";
import { LeavesMissing, type SignedTree, TreeMismatch } from "@/lib/domains/audit-chain/merkle/load-tiles";
import { consistencyPath, inclusionPath, membershipHashes } from "@/lib/domains/audit-chain/merkle/prove";
import { hashOf, leafHash } from "@/lib/domains/audit-chain/merkle/tree";
import type { ConsistencyProof, InclusionProof } from "@/lib/domains/audit-chain/schemas-proofs";
import { findEvent } from "@/lib/domains/audit-chain/store";
import { readAttestations } from "@/lib/domains/audit-chain/witnesses/attestations";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";

/**
 * Proves that an event is a leaf of the tree of `size` leaves (RFC 6962, 2.1.1), by default that of the last
 * checkpoint. Only returns proofs that lead from the stored event to the signed root. @throws `not_found`,
 * `validation_failed` for a size outside the chain or before the event, `conflict` for a damaged chain.
 */
export async function proveInclusion(
  ctx: Context,
  eventId: string,
  { size }: { size?: number | undefined },
): Promise<InclusionProof> {
  const organisationId = ctx.organisation.id;
  const [event, last] = await Promise.all([findEvent(organisationId, eventId), latestCheckpoint(organisationId)]);
  if (!event) throw notFound("audit event");
  const { chainPosition } = event;
  if (!Number.isSafeInteger(chainPosition) || chainPosition < 1) throw notProvable("The event has no valid position.");
  if (size !== undefined && size < chainPosition) {
    throw validationFailed([{ path: "size", message: `must not be less than ${chainPosition}, the event's position` }]);
  }
  const latest = await coveringCheckpoint(ctx, size ?? chainPosition, last);
  if (size !== undefined && size > latest.size) {
    throw validationFailed([{ path: "size", message: `must not be greater than ${latest.size}, the chain's size` }]);
  }
  const treeSize = size ?? latest.size;
  if (chainPosition > treeSize) throw notProvable("The event's position is after the end of the chain.");
  const [{ leaf, path }, checkpoint] = await Promise.all([
    fromTree(inclusionPath(organisationId, chainPosition - 1, treeSize, latest)),
    treeSize === latest.size ? latest : findCheckpoint(organisationId, treeSize),
  ]);
  if (!leafHash(Buffer.from(event.blockHash.slice("sha256:".length), "hex")).equals(leaf)) {
    throw notProvable("The event's hash does not match the signed hash.");
  }
  return {
    eventId,
    leafIndex: chainPosition - 1,
    treeSize,
    leafHash: hashOf(leaf),
    hashes: path.map(hashOf),
    checkpoint: checkpoint ?? null,
    ...(checkpoint ? await readAttestations(checkpoint) : { cosignatures: [], timestamps: [] }),
  };
}

/**
 * Proves that the tree of `to` leaves (by default of the last checkpoint) begins with that of `from` leaves (RFC 6962,
 * 2.1.2). @throws `validation_failed` for sizes out of order or beyond the chain, `not_found` for an empty chain,
 * `conflict` for a damaged one.
 */
export async function proveConsistency(
  ctx: Context,
  { from, to: given }: { from: number; to?: number | undefined },
): Promise<ConsistencyProof> {
  const latest = await coveringCheckpoint(ctx, given ?? from, await latestCheckpoint(ctx.organisation.id));
  const to = given ?? latest.size;
  const problems = [
    ...(to > latest.size ? [{ path: "to", message: `must not be greater than ${latest.size}, the chain's size` }] : []),
    ...(from > to ? [{ path: "from", message: `must not be greater than ${to}, the size of the newer tree` }] : []),
  ];
  if (problems.length > 0) throw validationFailed(problems);
  const hashes = await fromTree(consistencyPath(ctx.organisation.id, from, to, latest));
  return { from, to, hashes: hashes.map(hashOf) };
}

/** One proof that several events are leaves of a tree. */
interface MembershipProof {
  treeSize: number;
  /** The hashes of the ranges without any of the events, in order of the descent from the root. */
  hashes: string[];
}

/**
 * One proof that the events at ascending positions (from 1) are leaves of the tree of `size` leaves. The hashes are kept
 * in memory (about 700,000 for 100,000 positions of ten million); the tree is read in pieces. @throws `LeavesMissing`.
 */
export async function proveMembership(
  organisationId: string,
  positions: readonly number[],
  size: number,
  signed?: SignedTree,
): Promise<MembershipProof> {
  const leafIndexes = new Float64Array(positions.length);
  let before = 0;
  for (const [i, position] of positions.entries()) {
    if (!(Number.isSafeInteger(position) && position > before && position <= size)) {
      throw new Error(`invalid position ${position}: positions must ascend and be between 1 and ${size}`);
    }
    leafIndexes[i] = position - 1;
    before = position;
  }
  const hashes: string[] = [];
  for await (const some of membershipHashes(organisationId, leafIndexes, size, signed)) {
    for (const hash of some) hashes.push(hashOf(hash));
  }
  return { treeSize: size, hashes };
}

/** The last checkpoint, if it is signed by a known key and covers the position; otherwise a new one. */
async function coveringCheckpoint(ctx: Context, position: number, latest: Checkpoint | undefined): Promise<Checkpoint> {
  return latest && latest.size >= position && verifyCheckpointSignature(latest) ? latest : getCheckpoint(ctx);
}

/** Converts errors of reading the tree to `conflict`. */
async function fromTree<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof TreeMismatch) throw notProvable("The events do not match the signed root.");
    if (!(error instanceof LeavesMissing)) throw error;
    throw notProvable(`Events from position ${error.position} are missing or have no hash.`);
  }
}

function notProvable(why: string): ServiceError {
  return new ServiceError("conflict", `No proof can be created. ${why} Verify the chain.`);
}
