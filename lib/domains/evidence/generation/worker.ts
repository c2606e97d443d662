import type { StepJob } from "@/lib/domains/evidence/generation/perform-step";
import { runHeavyStep, type StepOutcome } from "@/lib/domains/evidence/generation/run-step";
import { serveJobs } from "@/lib/platform/documents/worker-process";

/** A worker process that performs steps of packages. */
serveJobs<StepJob, StepOutcome>(({ key, step }, onProgress) => runHeavyStep(key, step, { onProgress }));
