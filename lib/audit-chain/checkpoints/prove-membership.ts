import type { SignedTree } from "@/lib/audit-chain/merkle/authenticate";
import { membershipHashes } from "@/lib/audit-chain/merkle/prove";
import { hashOf } from "@/lib/audit-chain/merkle/tree";

/** One proof that several events are leaves of a tree. */
export interface MembershipProof {
  treeSize: number;
  /** The hashes of the ranges without any of them, in the order of the descent from the root, as `sha256:` and hex. */
  hashes: string[];
}

/**
 * Proves that the events at some positions are leaves of the tree of `size` leaves: one proof for all, in the RFC 6962 tree
 * of the organisation. `positions` (from 1) rise and are at most `size`. Of an event that was changed, the proof fails.
 *
 * A hundred thousand positions of ten million need some 700,000 hashes: those are held, the tree is read in pieces.
 * Throws `LeavesMissing` where events are missing or hold no hash.
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
      throw new Error(`position ${position} cannot be proved: positions must rise from 1 to at most ${size}`);
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
