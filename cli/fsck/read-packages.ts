import { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { openCanonical } from "@/lib/domains/evidence/verification/open-bundle";
import { openPackage } from "../verify-bundle/open-package";

/** The checkpoints in evidence packages. @throws Error with the name of a file that has none. */
export async function readPackages(paths: string[]): Promise<Checkpoint[]> {
  const checkpoints: Checkpoint[] = [];
  for (const path of paths) {
    const { bundle } = await openPackage(path);
    const checkpoint = Checkpoint.safeParse(checkpointOf(bundle));
    if (!checkpoint.success) throw new Error(`--packages: ${path} is not an evidence package with a checkpoint.`);
    checkpoints.push(checkpoint.data);
  }
  return checkpoints;
}

function checkpointOf(bundle: Uint8Array): unknown {
  try {
    return openCanonical(bundle).evidence.chain.checkpoint;
  } catch {
    return undefined;
  }
}
