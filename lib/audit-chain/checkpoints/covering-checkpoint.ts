import { type Checkpoint, verifyCheckpointSignature } from "@/lib/audit-chain/checkpoints/checkpoint";
import { getCheckpoint } from "@/lib/audit-chain/checkpoints/get-checkpoint";
import { TreeMismatch } from "@/lib/audit-chain/merkle/load-authentic-tiles";
import { LeavesMissing } from "@/lib/audit-chain/merkle/load-tiles";
import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";

/** The last checkpoint where it is signed by a known key and reaches a position, else a new one; it may still not reach a position that is not there. */
export async function coveringCheckpoint(
  ctx: Context,
  position: number,
  latest: Checkpoint | undefined,
): Promise<Checkpoint> {
  return latest && latest.size >= position && verifyCheckpointSignature(latest) ? latest : getCheckpoint(ctx);
}

/** Runs what reads the tree; events that are missing there are told as what they are. */
export async function fromTree<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof TreeMismatch) throw notProvable("The events do not match the signed root.");
    if (!(error instanceof LeavesMissing)) throw error;
    throw notProvable(`Events from position ${error.position} on are missing or hold no hash.`);
  }
}

export function notProvable(why: string): ServiceError {
  return new ServiceError("conflict", `There is no proof. ${why} Verify the chain.`);
}
