import { type Checkpoint, checkpointHash } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { lastCopy } from "@/lib/domains/audit-chain/checkpoints/copy-checkpoints";
import { recall } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import type { ExpectedHead } from "@/lib/domains/audit-chain/schemas-verification";
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
  findIssued: FindIssuedCheckpoints = async () => [],
  { withoutSignerState = false } = {},
): Promise<HeldState[]> {
  const held: HeldState[] = [];
  const hold = (read: () => Promise<HeldState[]>) => addUnlessUnreadable(held, organisationId, read);
  if (!withoutSignerState) {
    await hold(async () => {
      const memory = await recall(organisationId);
      return typeof memory === "object" && memory.signed ? [{ source: "signer", ...memory.signed }] : [];
    });
    await hold(async () => {
      const copy = await lastCopy(organisationId);
      return copy ? [{ source: "copy", size: copy.size, checkpointHash: copy.hash }] : [];
    });
  }
  await hold(async () => {
    const signed = (await findIssued(organisationId)).filter(
      (checkpoint) => checkpoint.organisationId === organisationId && verifySignature(checkpoint) === "valid",
    );
    return signed.map((checkpoint) => {
      const { size, headHash } = checkpoint;
      return { source: "package", size, headHash, checkpointHash: checkpointHash(checkpoint) };
    });
  });
  return held;
}

async function addUnlessUnreadable(held: HeldState[], organisationId: string, read: () => Promise<HeldState[]>) {
  try {
    held.push(...(await read()));
  } catch (err) {
    log().error({ organisationId, err }, "signed states outside the database could not be read and were not compared");
  }
}

/** The event that must be on the chain. */
export interface Anchor {
  chainPosition: number;
  blockHash: string;
  /** The saved checkpoint, if it is one. */
  checkpoint?: Checkpoint;
}

/** `expected`: a receipt or checkpoint saved by the caller. */
export function anchorOf(expected: ExpectedHead): Anchor {
  if ("size" in expected) {
    return { chainPosition: expected.size, blockHash: expected.headHash, checkpoint: expected };
  }
  return { chainPosition: expected.chainPosition, blockHash: expected.blockHash };
}
