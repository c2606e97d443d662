import { genesisHash } from "@/lib/domains/audit-chain/block";
import { type Checkpoint, checkpointHash, checkSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import type { Memory, MemoryProblem, SignedState } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { type ChainState, findCheckpoint, readCheckpoints } from "@/lib/domains/audit-chain/checkpoints/store";
import { findBlockHash } from "@/lib/domains/audit-chain/store";
import { ServiceError, unavailable } from "@/lib/platform/core/errors";

/** Why a chain is not signed, with the message for the caller. */
const refusalReasons = {
  checkpoint_altered: "The signature of the last checkpoint is invalid: the checkpoint was altered.",
  chain_shortened:
    "The chain ends before the last checkpoint: its last events were deleted or its head was moved back.",
  history_rewritten: "The event at the last checkpoint does not have the signed hash: the chain was rewritten.",
  tree_mismatch: "The hashes up to the last checkpoint do not match the signed root.",
  head_mismatch: "The chain head does not match the chain's events.",
  checkpoint_missing: "The last checkpoint that the signer recorded outside the database is missing from the database.",
  state_missing:
    "The signer has no record of this existing chain: the signer's state was deleted or never initialised. An operator can initialise it with `npm run checkpoints:initialise`.",
  state_altered: "The signer's record of this chain is invalid: it was altered or rolled back.",
  link_mismatch: "An event after the last checkpoint is missing or does not link to its predecessor.",
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** Where a chain does not extend its last checkpoint, with the expected and actual hash. */
export interface RefusedState {
  reason: RefusalReason;
  chainPosition: number;
  eventId?: string | undefined;
  /** As `sha256:` and hex; the genesis hash if missing. */
  expected: string;
  actual: string;
}

/** The chain does not extend its last checkpoint. Nothing was signed; a full verification shows details. */
export class CheckpointRefused extends ServiceError {
  constructor(readonly state: RefusedState) {
    super("conflict", `No checkpoint can be signed. ${refusalReasons[state.reason]} Verify the chain.`, {
      members: { reason: state.reason, chainPosition: state.chainPosition },
    });
  }
}

/** Not a finding: another process may sign with a key that this process does not know yet. */
export function signingKeyUnknown(keyId: string): ServiceError {
  return unavailable(
    `A checkpoint is signed with the unknown key ${keyId}, so it cannot be verified. Add its public key to CHECKPOINT_PUBLIC_KEYS.`,
    60,
  );
}

/** Compares the chain and its stored checkpoints with the signer's record. */
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
  // The event at the last stored checkpoint was compared by the caller.
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

/** Checks that each checkpoint stored after the recorded one is signed and names its predecessor. */
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

/** The state of a checkpoint, for the signer's record. */
export function stateOf(checkpoint: Checkpoint): SignedState {
  const { size, headHash, rootHash } = checkpoint;
  return { size, headHash, rootHash, checkpointHash: checkpointHash(checkpoint) };
}
