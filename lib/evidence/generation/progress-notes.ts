import { noteProgress } from "@/lib/evidence/generation-store";
import type { PackageKey } from "@/lib/evidence/store";
import { type GenerationStep, generationSteps } from "@/lib/evidence/vocabulary";

/** How much of the whole each step is, in per cent, by what was measured of long packages. */
const weights: Record<GenerationStep, number> = { collect: 2, verify: 12, render: 60, sign: 22, store: 2, publish: 2 };

/** Between two notes, which are also signs of life. */
const everyMs = 1_000;

/** Writes down how far a package's generation is while a step is under way: at its beginning, and then once a second. */
export class ProgressNotes {
  private fraction = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly key: PackageKey,
    private readonly step: GenerationStep,
  ) {}

  async begin(): Promise<void> {
    await this.note();
    this.timer = setInterval(() => {
      this.writing ??= this.note()
        .catch(() => undefined)
        .finally(() => {
          this.writing = undefined;
        });
    }, everyMs);
  }

  /** How much of the step is done, from 0 to 1; what is less than before is not. */
  take(fraction: number): void {
    this.fraction = Math.min(1, Math.max(this.fraction, fraction));
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private async note(): Promise<void> {
    await noteProgress(this.key, this.step, percentOf(this.step, this.fraction));
  }
}

/** Of the whole, at a place within a step. It reaches 100 only when the package is READY. */
export function percentOf(step: GenerationStep, fraction: number): number {
  const before = generationSteps.slice(0, generationSteps.indexOf(step));
  const done = before.reduce((sum, one) => sum + weights[one], 0);
  return Math.min(99, Math.floor(done + weights[step] * fraction));
}
