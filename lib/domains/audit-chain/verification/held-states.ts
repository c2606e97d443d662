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

/** Who holds a state, with the finding that names the holder. */
export const heldCodes = {
  signer: "signer_state_mismatch",
  copy: "checkpoint_copy_mismatch",
  package: "evidence_checkpoint_mismatch",
} as const satisfies Record<string, FindingCode>;

/** Finds checkpoints of a chain in documents that were issued with one, such as evidence packages. */
export type FindIssuedCheckpoints = (organisationId: string) => Promise<Checkpoint[]>;

/**
 * The states of a chain that are held by the signer, in copies and in issued documents. Read them before the chain, so
 * that they must be stored in it. Checkpoints without a valid signature are left out.
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

/** A verification does not depend on what is kept elsewhere: it compares with what can be read, and the log says the rest. */
async function orNothing<T>(organisationId: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    log().error({ organisationId, err: error }, "what is held outside the database cannot be read: not compared");
    return undefined;
  }
}

/** The state that a checkpoint of an evidence package holds. */
function heldInPackage(checkpoint: Checkpoint): HeldState {
  const { size, headHash } = checkpoint;
  return { source: "package", size, headHash, checkpointHash: checkpointHash(checkpoint) };
}

/** What a writer was given for an event. */
interface Receipt {
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
