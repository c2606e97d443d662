import { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { bundleOf } from "@/lib/domains/evidence/verification/attached-evidence";
import { openCanonical } from "@/lib/domains/evidence/verification/open-bundle";
import { readPackage } from "../verify-bundle/read-package";

/** The checkpoints in evidence packages. @throws Error with the name of a file that has none. */
export async function readPackages(paths: string[]): Promise<Checkpoint[]> {
  const checkpoints: Checkpoint[] = [];
  for (const path of paths) {
    const checkpoint = Checkpoint.safeParse(await checkpointOf(await readPackage(path)));
    if (!checkpoint.success) throw new Error(`--packages: ${path} is not an evidence package with a checkpoint.`);
    checkpoints.push(checkpoint.data);
  }
  return checkpoints;
}

async function checkpointOf(file: Uint8Array): Promise<unknown> {
  try {
    const bundle = await bundleOf(file);
    return bundle && openCanonical(bundle).evidence.chain.checkpoint;
  } catch {
    return undefined;
  }
}
