import { serveJobs } from "@/lib/documents/worker-process";
import type { StepJob } from "@/lib/evidence/generation/perform-step";
import { runHeavyStep, type StepOutcome } from "@/lib/evidence/generation/run-step";

/** A worker process that performs steps of packages. */
serveJobs<StepJob, StepOutcome>(({ key, step }, onProgress) => runHeavyStep(key, step, { onProgress }));
