import type { Checkpoint } from "@/lib/audit-chain/checkpoints/checkpoint-text";
import { findWork } from "@/lib/evidence/generation-store";
import { ChainPart } from "@/lib/evidence/schemas-bundle";

/** Packages that are looked at, the latest ones: a bound on what a verification compares. */
const packagesMax = 1_000;

/**
 * The checkpoints in the packages of an organisation that were issued, of each size once. A chain that was rewritten no
 * longer has them. They are as stored: verify their signatures.
 */
export async function findPackageCheckpoints(organisationId: string): Promise<Checkpoint[]> {
  const found = new Map<string, Checkpoint>();
  for (const work of await findWork(organisationId, packagesMax)) {
    const { data: checkpoint } = ChainPart.shape.checkpoint.safeParse(checkpointOf(work));
    if (checkpoint) found.set(`${checkpoint.size} ${checkpoint.signature}`, checkpoint);
  }
  return [...found.values()];
}

/** Whatever is stored, as far as it is what the step `collect` wrote. */
function checkpointOf(work: string): unknown {
  try {
    return (JSON.parse(work) as { collect?: { checkpoint?: unknown } } | null)?.collect?.checkpoint;
  } catch {
    return undefined;
  }
}
