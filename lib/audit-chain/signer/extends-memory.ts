import { genesisHash } from "@/lib/audit-chain/block";
import { type Checkpoint, checkpointHash, checkSignature } from "@/lib/audit-chain/checkpoints/checkpoint";
import { readCheckpoints } from "@/lib/audit-chain/checkpoints/read-checkpoints";
import { type RefusedState, signingKeyUnknown } from "@/lib/audit-chain/checkpoints/refusal";
import { type ChainState, findCheckpoint } from "@/lib/audit-chain/checkpoints/store";
import type { Memory, MemoryProblem, SignedState } from "@/lib/audit-chain/signer/signer-memory";
import { findBlockHash } from "@/lib/audit-chain/store";

/** Whether the chain, and the checkpoints that are stored of it, continue what the signer remembers. */
export async function extendsMemory(
  organisationId: string,
  { head, checkpoint: last }: ChainState,
  memory: Memory | MemoryProblem,
): Promise<RefusedState | undefined> {
  const position = head?.position ?? 0;
  if (typeof memory === "string") {
    if (memory === "state_missing" && position === 0 && !last) return undefined;
    return { reason: memory, chainPosition: last?.size ?? position, expected: genesisHash, actual: genesisHash };
  }
  const { signed, pending } = memory;
  const isLast = last !== undefined && signed?.checkpointHash === checkpointHash(last);
  // The event at the last stored checkpoint has been compared already.
  for (const known of isLast ? [pending] : [signed, pending]) {
    if (!known) continue;
    const at = { chainPosition: known.size, expected: known.headHash };
    if (position < known.size) return { reason: "chain_shortened", ...at, actual: genesisHash };
    const actual = (await findBlockHash(organisationId, known.size)) ?? genesisHash;
    if (actual !== known.headHash) return { reason: "history_rewritten", ...at, actual };
  }
  if (signed && !isLast) {
    const stored = last?.size === signed.size ? last : await findCheckpoint(organisationId, signed.size);
    const [expected, actual] = [signed.checkpointHash, stored ? checkpointHash(stored) : genesisHash];
    if (actual !== expected) return { reason: "checkpoint_missing", chainPosition: signed.size, expected, actual };
  }
  return continuesFrom(organisationId, signed, last);
}

/** Whether each checkpoint that is stored after the remembered one is signed and names its predecessor. */
async function continuesFrom(
  organisationId: string,
  signed: SignedState | null,
  last: Checkpoint | undefined,
): Promise<RefusedState | undefined> {
  if (!last || last.size <= (signed?.size ?? 0)) return undefined;
  let expected = signed?.checkpointHash ?? genesisHash;
  for await (const checkpoint of readCheckpoints(organisationId, { aboveSize: signed?.size ?? 0 })) {
    const { size: chainPosition, previousCheckpointHash: actual } = checkpoint;
    const signature = checkSignature(checkpoint);
    if (signature === "key_unknown") throw signingKeyUnknown(checkpoint.keyId);
    if (actual !== expected || signature === "invalid") {
      return { reason: "checkpoint_altered", chainPosition, expected, actual };
    }
    if (chainPosition >= last.size) return undefined;
    expected = checkpointHash(checkpoint);
  }
  return undefined;
}

/** What identifies a checkpoint in the memory. */
export function stateOf(checkpoint: Checkpoint): SignedState {
  const { size, headHash, rootHash } = checkpoint;
  return { size, headHash, rootHash, checkpointHash: checkpointHash(checkpoint) };
}
