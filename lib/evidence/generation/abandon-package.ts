import type { Clock } from "@/lib/clock";
import { failPackage } from "@/lib/evidence/fail-package";
import { packageFiles, removeDrafts } from "@/lib/evidence/generation/package-files";
import { readGeneration } from "@/lib/evidence/generation-store";
import type { PackageKey } from "@/lib/evidence/store";
import { storage } from "@/lib/storage";

/**
 * Ends a package as FAILED for a reason, a sentence for whoever asked for it, and removes what was made of it. One that
 * has ended stays as it is.
 */
export async function abandonPackage(key: PackageKey, reason: string, clock: Clock): Promise<void> {
  await failPackage(key, reason, clock);
  const generation = await readGeneration(key);
  if (!generation) return;
  await removeDrafts(key, generation.format);
  if (generation.status === "FAILED") await storage().remove(packageFiles(key, generation.format).package);
}
