import { type Checkpoint, checkpointHash } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { lastCopy } from "@/lib/domains/audit-chain/checkpoints/copy-checkpoints";
import { recall } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import type { VerifySignature } from "@/lib/domains/audit-chain/verification/checkpoint-verifier";
import type { FindingCode } from "@/lib/domains/audit-chain/verification/findings";
import { log } from "@/lib/platform/telemetry/log";

/** A signed state of a chain that is held outside the chain's own tables: the checkpoint must still be stored. */
export interface HeldState {
  source: keyof typeof heldCodes;
  size: number;
  checkpointHash: string;
  /** `blockHash` of the event at that position, if the holder knows it. */
  headHash?: string;
}

/** The sources of held states and their findings. */
export const heldCodes = {
  signer: "signer_state_mismatch",
  copy: "checkpoint_copy_mismatch",
  package: "evidence_checkpoint_mismatch",
} as const satisfies Record<string, FindingCode>;

/** Finds checkpoints of a chain in issued documents, such as evidence packages. */
export type FindIssuedCheckpoints = (organisationId: string) => Promise<Checkpoint[]>;

/**
 * The states of a chain held by the signer, in copies and in issued documents, except checkpoints without a valid
 * signature. Read them before the chain, so that the chain must contain them.
 */
export async function findHeldStates(
  organisationId: string,
  verifySignature: VerifySignature,
  findIssued?: FindIssuedCheckpoints,
  { withoutSignerState = false } = {},
): Promise<HeldState[]> {
  const read = <T>(what: () => Promise<T>) => (withoutSignerState ? undefined : orNothing(organisationId, what));
  const memory = await read(() => recall(organisationId));
  const signed = typeof memory === "object" ? memory.signed : null;
  const copy = await read(() => lastCopy(organisationId));
  const issued = (findIssued && (await orNothing(organisationId, () => findIssued(organisationId)))) ?? [];
  return [
    ...(signed ? [{ source: "signer" as const, ...signed }] : []),
    ...(copy ? [{ source: "copy" as const, size: copy.size, checkpointHash: copy.hash }] : []),
    ...issued
      .filter((checkpoint) => checkpoint.organisationId === organisationId && verifySignature(checkpoint) === "valid")
      .map((checkpoint) => heldInPackage(checkpoint)),
  ];
}

/** A held state that cannot be read is logged and not compared. */
async function orNothing<T>(organisationId: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    log().error(
      { organisationId, err: error },
      "signed states outside the database could not be read and were not compared",
    );
    return undefined;
  }
}

/** The state in an evidence package. */
function heldInPackage(checkpoint: Checkpoint): HeldState {
  const { size, headHash } = checkpoint;
  return { source: "package", size, headHash, checkpointHash: checkpointHash(checkpoint) };
}

/** The receipt of an event. */
interface Receipt {
  organisationId: string;
  chainPosition: number;
  blockHash: string;
}

/** A receipt or checkpoint saved by the caller. */
export type ExpectedHead = Receipt | Checkpoint;

/** The event that must be on the chain. */
export interface Anchor {
  organisationId: string;
  chainPosition: number;
  blockHash: string;
  /** The saved checkpoint, if it is one. */
  checkpoint: Checkpoint | undefined;
}

export function anchorOf(expected: ExpectedHead): Anchor {
  const { organisationId } = expected;
  return "size" in expected
    ? { organisationId, chainPosition: expected.size, blockHash: expected.headHash, checkpoint: expected }
    : { organisationId, chainPosition: expected.chainPosition, blockHash: expected.blockHash, checkpoint: undefined };
}
