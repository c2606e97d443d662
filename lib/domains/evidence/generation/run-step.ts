import type { GenerationStep } from "@/lib/domains/evidence/enums";
import type { Perform, StepInput, WorkerStep } from "@/lib/domains/evidence/generation/work";
import { workOf } from "@/lib/domains/evidence/generation/work";
import { readGeneration, saveWork } from "@/lib/domains/evidence/generation-store";
import type { PackageKey } from "@/lib/domains/evidence/store";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import { withDocumentLock } from "@/lib/platform/documents/lock-store";

/** `done`: now or before. `ended`: the package is no longer being generated. `busy`: another process works on it. */
export type StepOutcome = "done" | "ended" | "busy";

export interface StepOptions {
  clock?: Clock | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Performs a step once and stores its result. Errors other than `GenerationFailed` can be retried. */
export async function runStep(
  key: PackageKey,
  step: GenerationStep,
  perform: Perform,
  { clock = systemClock, onProgress = () => undefined }: StepOptions,
): Promise<StepOutcome> {
  const generation = await readGeneration(key);
  if (generation?.status !== "GENERATING") return "ended";
  const work = await workOf(key);
  if (Object.hasOwn(work, step)) return "done";
  const decision = await perform({ key, generation, work, clock, onProgress });
  if (decision) await saveWork(key, step, decision);
  return "done";
}

/** Performs a worker step in this process, under the lock of the package. */
export async function runHeavyStep(key: PackageKey, step: WorkerStep, options: StepOptions = {}): Promise<StepOutcome> {
  const perform = async (input: StepInput) => await (await load[step]())(input);
  const name = `evidence-package ${key.organisationId} ${key.packageId}`;
  return (await withDocumentLock(name, () => runStep(key, step, perform, options))) ?? "busy";
}

/** Loaded on demand, because the modules that generate documents are large. */
const load: Record<WorkerStep, () => Promise<Perform>> = {
  verify: async () => (await import("@/lib/domains/evidence/generation/verify-range")).verifyRange,
  render: async () => (await import("@/lib/domains/evidence/generation/render")).render,
  sign: async () => (await import("@/lib/domains/evidence/generation/sign")).sign,
};
