import { ServiceError } from "@/lib/errors";

/** Why a state of a chain is not signed, with what a caller is told of it. */
export const refusalReasons = {
  checkpoint_altered: "The signature of the last checkpoint is not valid: the checkpoint was altered.",
  chain_shortened: "The chain ends before the last checkpoint: its tail was cut off or its head moved back.",
  history_rewritten: "The event at the last checkpoint has not the hash that was signed: the chain was rewritten.",
  tree_mismatch: "The hashes up to the last checkpoint do not make the root that was signed.",
  head_mismatch: "The chain's head does not agree with its events.",
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
