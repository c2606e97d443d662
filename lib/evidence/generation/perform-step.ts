import { QuorumMissing } from "@/lib/audit-chain";
import { type Clock, systemClock } from "@/lib/clock";
import { abandonPackage } from "@/lib/evidence/generation/abandon-package";
import { collect } from "@/lib/evidence/generation/collect";
import { removeDrafts } from "@/lib/evidence/generation/package-files";
import { ProgressNotes } from "@/lib/evidence/generation/progress-notes";
import { publish } from "@/lib/evidence/generation/publish";
import { runStep, type StepOptions, type StepOutcome } from "@/lib/evidence/generation/run-step";
import { type HeavyStep, isHeavy, type Perform } from "@/lib/evidence/generation/step";
import { storeFile } from "@/lib/evidence/generation/store-file";
import { workshop } from "@/lib/evidence/generation/workshop";
import { claimGeneration, readGeneration } from "@/lib/evidence/generation-store";
import type { PackageKey } from "@/lib/evidence/store";
import type { GenerationStep } from "@/lib/evidence/vocabulary";
import { GenerationFailed } from "@/lib/workshop/generation-failed";

/** How a step left its package. */
export interface StepResult {
  /** `waiting`: the step is to be asked for again in a while. `ended`: there is nothing more to be done. */
  state: "done" | "waiting" | "ended";
}

interface PerformOptions {
  clock?: Clock;
  /** Has a heavy step done; by the workshop where it is absent. */
  heavy?: (key: PackageKey, step: HeavyStep, options: StepOptions) => Promise<StepOutcome | undefined>;
}

/**
 * Does a step of a package's generation, notes how far it is, and says how to go on. What would take a processor is done
 * in a process of its own; `waiting` where there is no place for it now, or somebody else is at it. Ends the package as
 * FAILED where it cannot be made; throws what is worth another try.
 */
export async function performStep(
  key: PackageKey,
  step: GenerationStep,
  { clock = systemClock, heavy = inWorkshop }: PerformOptions = {},
): Promise<StepResult> {
  if (!(await claimGeneration(key))) return await clearUp(key);
  const notes = new ProgressNotes(key, step);
  try {
    await notes.begin();
    const options = { clock, onProgress: (fraction: number) => notes.take(fraction) };
    const outcome = isHeavy(step)
      ? await heavy(key, step, options)
      : await runStep(key, step, lightSteps[step], options);
    if (outcome === "ended") return await clearUp(key);
    return { state: outcome === "done" ? "done" : "waiting" };
  } catch (error) {
    if (error instanceof QuorumMissing) return { state: "waiting" };
    if (!(error instanceof GenerationFailed)) throw error;
    await abandonPackage(key, error.reason, clock);
    return { state: "ended" };
  } finally {
    await notes.end();
  }
}

/** Of two that are at a package, the one that comes too late leaves nothing behind. */
async function clearUp(key: PackageKey): Promise<StepResult> {
  const generation = await readGeneration(key);
  if (generation) await removeDrafts(key, generation.format);
  return { state: "ended" };
}

const lightSteps: Record<Exclude<GenerationStep, HeavyStep>, Perform> = { collect, store: storeFile, publish };

const inWorkshop: NonNullable<PerformOptions["heavy"]> = (key, step, { onProgress }) =>
  workshop().run({ key, step }, onProgress);
