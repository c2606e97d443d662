import { Counter, Histogram } from "prom-client";
import { singleton } from "@/lib/platform/core/singleton";
import { pool } from "@/lib/platform/database/db";
import type { Job } from "@/lib/platform/jobs/define";
import { readQueueFigures } from "@/lib/platform/jobs/engine/worker-store";
import { countWorkers } from "@/lib/platform/status/store";
import { databaseGauges } from "@/lib/platform/telemetry/database-gauges";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** Metrics of background jobs, registered on first use. */
export function jobFigures() {
  return singleton("job-figures", () => {
    const registers = [metrics().registry];
    const read = async () => ({ ...(await readQueueFigures(pool())), workers: await countWorkers() });
    databaseGauges(read, "could not read job queue metrics", [
      {
        name: "gas_jobs_queue_depth",
        help: "Job queue entries by state: ready, scheduled, running, permanently failed, or waiting for a concurrency limit.",
        of: ["ready", "scheduled", "running", "failed", "waiting"],
      },
      {
        name: "gas_jobs_oldest_seconds",
        help: "Age in seconds of the oldest ready entry in the job queue.",
        of: ({ oldestSeconds }) => oldestSeconds,
      },
      {
        name: "gas_job_workers",
        help: "Processes that run jobs and have stored a heartbeat in the last 45 seconds.",
        of: ({ workers }) => workers,
      },
    ]);
    return {
      runs: new Counter({
        name: "gas_job_runs_total",
        help: "Executions of background functions by outcome: completed, failed, asleep, retried or replaced.",
        labelNames: ["function", "outcome"] as const,
        registers,
      }),
      runSeconds: new Histogram({
        name: "gas_job_run_duration_seconds",
        help: "Time from the start of a run to its end, including sleeps and retries.",
        labelNames: ["function"] as const,
        buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 1800, 14_400, 86_400],
        registers,
      }),
      failures: new Counter({
        name: "gas_job_failures_total",
        help: "Errors in background functions, including those that are retried.",
        labelNames: ["function"] as const,
        registers,
      }),
    };
  });
}

/** Reports 0 failed runs of each function, because Prometheus sees no increase in a counter that starts at 1. */
export function startFailureCounts(jobs: Pick<Job, "options" | "onFailure">[]): void {
  for (const { options, onFailure } of jobs)
    for (const name of onFailure ? [options.id, `${options.id}-failure`] : [options.id])
      jobFigures().runs.inc({ function: name, outcome: "failed" }, 0);
}
