import { packageFiles, removeDrafts } from "@/lib/evidence/generation/package-files";
import type { StepInput } from "@/lib/evidence/generation/step";
import { decided } from "@/lib/evidence/generation/work";
import { storage } from "@/lib/storage";

/** Puts the finished file where it is downloaded from, and removes what the steps left for each other. */
export async function storeFile({ key, generation, work }: StepInput): Promise<{ storageKey: string }> {
  decided(work, "sign");
  const files = packageFiles(key, generation.format);
  await storage().move(files.packageDraft, files.package);
  await removeDrafts(key, generation.format);
  return { storageKey: files.package };
}
