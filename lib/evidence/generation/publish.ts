import type { StepInput } from "@/lib/evidence/generation/step";
import { decided } from "@/lib/evidence/generation/work";
import { publishPackage } from "@/lib/evidence/publish-package";

/** Makes the package READY and tells so. */
export async function publish({ key, work, clock }: StepInput): Promise<undefined> {
  const { expiresAt } = decided(work, "collect");
  const { summary, coverage } = decided(work, "render");
  const result = {
    summary,
    coverage,
    ...decided(work, "sign"),
    ...decided(work, "store"),
    expiresAt,
  };
  await publishPackage(key, result, clock);
}
