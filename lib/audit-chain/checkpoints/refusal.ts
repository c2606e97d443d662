import { ServiceError, unavailable } from "@/lib/errors";

/** Why a state of a chain is not signed, with what a caller is told of it. */
export const refusalReasons = {
  checkpoint_altered: "The signature of the last checkpoint is not valid: the checkpoint was altered.",
  chain_shortened: "The chain ends before the last checkpoint: its tail was cut off or its head moved back.",
  history_rewritten: "The event at the last checkpoint has not the hash that was signed: the chain was rewritten.",
  tree_mismatch: "The hashes up to the last checkpoint do not match the signed root.",
  head_mismatch: "The chain's head does not agree with its events.",
  checkpoint_missing: "The last checkpoint that the signer recorded outside the database is not stored any more.",
  state_missing:
    "The signer has no record of this chain, and the chain is not new: its state was deleted, or never initialised. An operator can initialise it with `npm run checkpoints:initialise`.",
  state_altered: "The signer's own record of this chain does not verify: it was altered or rolled back.",
  link_mismatch: "An event since the last checkpoint does not name its predecessor, or is missing.",
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** Where a chain does not extend its last checkpoint, and what stands there instead of what was expected. */
export interface RefusedState {
  reason: RefusalReason;
  chainPosition: number;
  /** The event at that position, as far as there is one. */
  eventId?: string;
  /** Hashes, as `sha256:` and hex; what is missing is the genesis hash. */
  expected: string;
  actual: string;
}

/** The chain does not extend what was signed of it. Nothing was signed; a whole verification tells more. */
export class CheckpointRefused extends ServiceError {
  constructor(readonly state: RefusedState) {
    super("conflict", `No checkpoint can be signed. ${refusalReasons[state.reason]} Verify the chain.`, {
      members: { reason: state.reason, chainPosition: state.chainPosition },
    });
  }
}

/** Another process may have signed with a key that was not published here first: no finding, and nothing is signed. */
export function signingKeyUnknown(keyId: string): ServiceError {
  return unavailable(
    `A checkpoint is signed with the key ${keyId}, which this process does not know, so it cannot be verified. Add the public key to CHECKPOINT_PUBLIC_KEYS.`,
    60,
  );
}
