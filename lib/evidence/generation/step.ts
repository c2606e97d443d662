import type { Clock } from "@/lib/clock";
import type { GenerationWork } from "@/lib/evidence/generation/work";
import type { Generation } from "@/lib/evidence/generation-store";
import type { PackageKey } from "@/lib/evidence/store";
import type { GenerationStep } from "@/lib/evidence/vocabulary";

/** What a step is given. It decides by this alone, and by events up to the size of the chain that `collect` fixed. */
export interface StepInput {
  key: PackageKey;
  generation: Generation;
  /** What the steps before have decided. */
  work: GenerationWork;
  clock: Clock;
  /** Told from time to time how much of the step is done, from 0 to 1. */
  onProgress(fraction: number): void;
}

/** Steps that take a processor and memory for seconds: done in a process of their own. */
export const heavySteps = ["verify", "render", "sign"] as const satisfies GenerationStep[];
export type HeavyStep = (typeof heavySteps)[number];

export function isHeavy(step: GenerationStep): step is HeavyStep {
  return (heavySteps as readonly GenerationStep[]).includes(step);
}

/** What a step decides is kept as JSON; nothing where it decides nothing. */
export type Perform = (input: StepInput) => Promise<object | undefined>;
