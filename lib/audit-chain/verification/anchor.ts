import type { Checkpoint } from "@/lib/audit-chain/checkpoints/checkpoint";

/** What a writer was given for an event. */
export interface Receipt {
  organisationId: string;
  chainPosition: number;
  blockHash: string;
}

/** What a caller kept outside of the database: a receipt or a checkpoint. */
export type ExpectedHead = Receipt | Checkpoint;

/** The point that must still lie on the chain. */
export interface Anchor {
  organisationId: string;
  chainPosition: number;
  blockHash: string;
  /** The checkpoint that it comes from, if it does. */
  checkpoint: Checkpoint | undefined;
}

export function anchorOf(expected: ExpectedHead): Anchor {
  const { organisationId } = expected;
  return "size" in expected
    ? { organisationId, chainPosition: expected.size, blockHash: expected.headHash, checkpoint: expected }
    : { organisationId, chainPosition: expected.chainPosition, blockHash: expected.blockHash, checkpoint: undefined };
}
