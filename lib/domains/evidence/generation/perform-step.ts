import { QuorumMissing } from "@/lib/domains/audit-chain";
import { type GenerationStep, generationSteps } from "@/lib/domains/evidence/enums";
import { collect } from "@/lib/domains/evidence/generation/collect";
import { publishStep, storeFile } from "@/lib/domains/evidence/generation/publish";
import { runStep, type StepOptions, type StepOutcome } from "@/lib/domains/evidence/generation/run-step";
import {
  isWorkerStep,
  type Perform,
  packageFiles,
  removeDrafts,
  type WorkerStep,
} from "@/lib/domains/evidence/generation/work";
import { claimGeneration, noteProgress, readGeneration, takeStalled } from "@/lib/domains/evidence/generation-store";
import { failPackage } from "@/lib/domains/evidence/package-changes";
import type { PackageKey } from "@/lib/domains/evidence/store";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import { attempt, type GenerationState, sweepSilent } from "@/lib/platform/documents/generation";
import { processPool } from "@/lib/platform/documents/worker-pool";
import { storage } from "@/lib/platform/storage";

interface PerformOptions {
  clock?: Clock;
  /** Runs a worker step. Default: in the worker pool. */
  heavy?: (key: PackageKey, step: WorkerStep, options: StepOptions) => Promise<StepOutcome | undefined>;
}

/**
 * Performs a step of a generation. `waiting` while no worker is free, the package is locked or cosignatures are
 * missing. Ends the package as FAILED if it cannot be generated. Throws errors that a retry can resolve.
 */
export async function performStep(
  key: PackageKey,
  step: GenerationStep,
  { clock = systemClock, heavy = inPool }: PerformOptions = {},
): Promise<{ state: GenerationState }> {
  if (!(await claimGeneration(key))) return { state: await cleanUp(key) };
  return attempt({
    note: (fraction) => noteProgress(key, step, percentOf(step, fraction)),
    work: async (onProgress) => {
      const options = { clock, onProgress };
      try {
        const outcome = isWorkerStep(step)
          ? await heavy(key, step, options)
          : await runStep(key, step, lightSteps[step], options);
        if (outcome === "ended") return await cleanUp(key);
        return outcome === "done" ? "done" : "waiting";
      } catch (error) {
        if (error instanceof QuorumMissing) return "waiting";
        throw error;
      }
    },
    fail: (reason) => abandonPackage(key, reason, clock),
  });
}

/** Deletes drafts that a second run of an ended package may have stored. */
async function cleanUp(key: PackageKey): Promise<"ended"> {
  const generation = await readGeneration(key);
  if (generation) await removeDrafts(key, generation.format);
  return "ended";
}

const lightSteps: Record<Exclude<GenerationStep, WorkerStep>, Perform> = {
  collect,
  store: storeFile,
  publish: publishStep,
};

const inPool: NonNullable<PerformOptions["heavy"]> = (key, step, { onProgress }) =>
  workerPool().run({ key, step }, onProgress);

/** A step for a worker. */
export interface StepJob {
  key: PackageKey;
  step: WorkerStep;
}

/** Two workers, so that a long package does not hold up every short one. */
export function workerPool() {
  const source = "lib/domains/evidence/generation/worker.ts";
  return processPool<StepJob, StepOutcome>({ built: "worker.mjs", source, size: 2, givesWay: true });
}

/** The share of each step, in per cent, as measured for long packages. */
const weights: Record<GenerationStep, number> = { collect: 2, verify: 12, render: 60, sign: 22, store: 2, publish: 2 };

/** The percentage at a fraction of a step. It reaches 100 only when the package is READY. */
export function percentOf(step: GenerationStep, fraction: number): number {
  const before = generationSteps.slice(0, generationSteps.indexOf(step));
  const done = before.reduce((sum, one) => sum + weights[one], 0);
  return Math.min(99, Math.floor(done + weights[step] * fraction));
}

/** Sets a package to FAILED with a message for its requester, and deletes its files. Has no effect on an ended package. */
export async function abandonPackage(key: PackageKey, reason: string, clock: Clock): Promise<void> {
  await failPackage(key, reason, clock);
  const generation = await readGeneration(key);
  if (!generation) return;
  await removeDrafts(key, generation.format);
  if (generation.status === "FAILED") await storage().remove(packageFiles(key, generation.format).package);
}

/** Requests lost generations again, and fails a generation after 12 retries. Returns the number of lost generations. */
export function sweepGenerations(clock: Clock): Promise<number> {
  return sweepSilent<PackageKey>(clock, {
    takeSilent: takeStalled,
    request: ({ organisationId, packageId }) => ({
      name: "evidence/package.requested",
      data: { organisationId, packageId },
    }),
    fail: (key) => abandonPackage(key, unfinished, clock),
  });
}

const unfinished =
  "Generation was attempted several times and did not complete. Contact support with the ID of this package.";
