import { withPackageLock } from "@/lib/evidence/generation/lock-store";
import { runStep, type StepOptions, type StepOutcome } from "@/lib/evidence/generation/run-step";
import type { HeavyStep, Perform, StepInput } from "@/lib/evidence/generation/step";
import type { PackageKey } from "@/lib/evidence/store";

/**
 * Does a heavy step in this process. Of several that are at one package, in any process, one works at a time: they would
 * only do the same, and write the same drafts.
 */
export async function runHeavyStep(key: PackageKey, step: HeavyStep, options: StepOptions = {}): Promise<StepOutcome> {
  const perform = async (input: StepInput) => await (await load[step]())(input);
  return (await withPackageLock(key, () => runStep(key, step, perform, options))) ?? "busy";
}

/** Loaded when they are needed: what makes documents is large, and takes its time. */
const load: Record<HeavyStep, () => Promise<Perform>> = {
  verify: async () => (await import("@/lib/evidence/generation/verify-range")).verifyRange,
  render: async () => (await import("@/lib/evidence/generation/render")).render,
  sign: async () => (await import("@/lib/evidence/generation/sign")).sign,
};
