import { coveringCheckpoint, fromTree } from "@/lib/audit-chain/checkpoints/covering-checkpoint";
import { latestCheckpoint } from "@/lib/audit-chain/checkpoints/read-checkpoints";
import { consistencyPath } from "@/lib/audit-chain/merkle/prove";
import { hashOf } from "@/lib/audit-chain/merkle/tree";
import type { ConsistencyProof } from "@/lib/audit-chain/schemas-proofs";
import type { Context } from "@/lib/context";
import { validationFailed } from "@/lib/errors";

/**
 * Proves that the tree of `to` leaves (absent: of the last checkpoint) begins with that of `from` leaves (RFC 6962, 2.1.2):
 * nothing before was changed, only appended to. No hashes where both are the same.
 *
 * Throws `validation_failed` where `from` is greater than `to` or `to` than the chain; `not_found` for an empty chain;
 * `conflict` where the chain is damaged.
 */
export async function proveConsistency(
  ctx: Context,
  { from, to: given }: { from: number; to?: number | undefined },
): Promise<ConsistencyProof> {
  const latest = await coveringCheckpoint(ctx, given ?? from, await latestCheckpoint(ctx.organisation.id));
  const to = given ?? latest.size;
  const problems = [
    ...(to > latest.size ? [{ path: "to", message: `must not be greater than ${latest.size}, the chain's size` }] : []),
    ...(from > to ? [{ path: "from", message: `must not be greater than ${to}, the tree it is compared with` }] : []),
  ];
  if (problems.length > 0) throw validationFailed(problems);
  const hashes = await fromTree(consistencyPath(ctx.organisation.id, from, to, latest));
  return { from, to, hashes: hashes.map(hashOf) };
}
