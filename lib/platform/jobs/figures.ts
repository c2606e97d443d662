import { Counter, Gauge, Histogram } from "prom-client";
import { singleton } from "@/lib/platform/core/singleton";
import { pool } from "@/lib/platform/database/db";
import { type QueueFigures, readQueueFigures } from "@/lib/platform/jobs/engine/worker-store";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** How old a figure of the queue may be: scrapes in between do not ask the database. */
const freshMs = 5_000;
const states = ["ready", "scheduled", "running", "failed", "waiting"] as const;

/** The figures of background jobs, registered at their first use. */
export function jobFigures() {
  return singleton("job-figures", () => {
    const { registry } = metrics();
    const registers = [registry];
    const read = cached(() => readQueueFigures(pool()));
    new Gauge({
      name: "gas_jobs_queue_depth",
      help: "Entries of the job queue: ready, scheduled for later, running, failed for good, and runs waiting for a place.",
      labelNames: ["state"] as const,
      registers,
      async collect() {
        const figures = await read();
        this.reset();
        if (figures) for (const state of states) this.set({ state }, figures[state]);
      },
    });
    new Gauge({
      name: "gas_jobs_oldest_seconds",
      help: "How long the oldest entry that is ready has been waiting to be taken.",
      registers,
      async collect() {
        const figures = await read();
        this.reset();
        if (figures) this.set(figures.oldestSeconds);
      },
    });
    return {
      runs: new Counter({
        name: "gas_job_runs_total",
        help: "Executions of background functions by how they ended: completed, failed, asleep, retried or replaced.",
        labelNames: ["function", "outcome"] as const,
        registers,
      }),
      runSeconds: new Histogram({
        name: "gas_job_run_duration_seconds",
        help: "Time from the start of a run to its end, with its sleeps and retries.",
        labelNames: ["function"] as const,
        buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 1800, 14_400, 86_400],
        registers,
      }),
      failures: new Counter({
        name: "gas_job_failures_total",
        help: "Errors of background functions, those that are tried again included.",
        labelNames: ["function"] as const,
        registers,
      }),
    };
  });
}

/** The last answer while it is fresh; undefined where the database does not answer. */
function cached(read: () => Promise<QueueFigures>): () => Promise<QueueFigures | undefined> {
  let last: { at: number; figures: Promise<QueueFigures | undefined> } | undefined;
  return () => {
    if (last && Date.now() - last.at < freshMs) return last.figures;
    const figures = read().catch((error: unknown) => {
      log().warn({ err: error }, "the figures of the job queue could not be read");
      return undefined;
    });
    last = { at: Date.now(), figures };
    return figures;
  };
}
