import { coveringCheckpoint, fromTree, notProvable } from "@/lib/audit-chain/checkpoints/covering-checkpoint";
import { latestCheckpoint } from "@/lib/audit-chain/checkpoints/read-checkpoints";
import { findCheckpoint } from "@/lib/audit-chain/checkpoints/store";
import { inclusionPath } from "@/lib/audit-chain/merkle/prove";
import { hashOf, leafHash } from "@/lib/audit-chain/merkle/tree";
import type { InclusionProof } from "@/lib/audit-chain/schemas-proofs";
import { findEvent } from "@/lib/audit-chain/store";
import { readAttestations } from "@/lib/audit-chain/witnesses/attestations";
import type { Context } from "@/lib/context";
import { notFound, validationFailed } from "@/lib/errors";

/**
 * Proves that an event is a leaf of the tree of `size` leaves (RFC 6962, 2.1.1): of the last checkpoint where it is absent,
 * or of a new one where that does not reach the event. `checkpoint` is the signed state of exactly that size, null where
 * none was issued. A proof that does not lead from the event as it is stored now to the signed root is not given out.
 *
 * Throws `not_found`; `validation_failed` for a size that the event is not in, or that the chain has not; `conflict` where
 * the chain is damaged there.
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
  if (!Number.isSafeInteger(chainPosition) || chainPosition < 1) throw notProvable("The event's position is none.");
  if (size !== undefined && size < chainPosition) {
    throw validationFailed([{ path: "size", message: `must not be less than ${chainPosition}, the event's position` }]);
  }
  const latest = await coveringCheckpoint(ctx, size ?? chainPosition, last);
  if (size !== undefined && size > latest.size) {
    throw validationFailed([{ path: "size", message: `must not be greater than ${latest.size}, the chain's size` }]);
  }
  const treeSize = size ?? latest.size;
  if (chainPosition > treeSize) throw notProvable("The event's position is beyond the end of the chain.");
  const [{ leaf, path }, checkpoint] = await Promise.all([
    fromTree(inclusionPath(organisationId, chainPosition - 1, treeSize, latest)),
    treeSize === latest.size ? latest : findCheckpoint(organisationId, treeSize),
  ]);
  if (!leafHash(Buffer.from(event.blockHash.slice("sha256:".length), "hex")).equals(leaf)) {
    throw notProvable("The event's hash is not the one that was signed.");
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
