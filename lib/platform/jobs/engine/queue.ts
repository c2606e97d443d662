import { EventEmitter, once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { log } from "@/lib/platform/telemetry/log";

interface QueueOptions {
  pool: pg.Pool;
  tasks: TaskList;
  concurrency: number;
  /** One job of the task per tick over all processes, with `{ functionId }` as its payload. */
  crons: { task: string; cron: string; functionId: string }[];
  /** The ID under which this process locks jobs, available before the first job. */
  onWorker(id: string): void;
}

const pollMs = 1_000;
const listenMs = 5_000;

/** Processes the queue until it is stopped. `ended` settles when it ends for any reason. */
export async function startQueue(options: QueueOptions): Promise<{ stop(): Promise<void>; ended: Promise<void> }> {
  const { pool, tasks, concurrency, crons, onWorker } = options;
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => onWorker(workerPool.id));
  const listening = listens(events);
  const runner: Runner = await run({
    pgPool: pool,
    taskList: tasks,
    noHandleSignals: true,
    events,
    logger: new Logger(logScope),
    parsedCronItems: parseCronItems(
      crons.map(({ task, cron, functionId }) => ({
        task,
        match: cron,
        identifier: functionId,
        payload: { functionId, cron },
        options: { backfillPeriod: 0, maxAttempts: 32_767 },
      })),
    ),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: pollMs,
        localQueue: { size: concurrency },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  // Until the listener is ready, new jobs are found only by polling once a second.
  await Promise.race([listening, delay(listenMs, undefined, { ref: false })]);
  return { stop: () => runner.stop(), ended: runner.promise };
}

/** The event is emitted when the client sends LISTEN. A later query on the same connection completes only after it. */
async function listens(events: WorkerEvents): Promise<void> {
  const [{ client }] = (await once(events, "pool:listen:success")) as [{ client: pg.PoolClient }];
  await client.query("SELECT 1").catch(() => undefined);
}

/** Statements of runs are batched, so the pool does not need to grow with the number of jobs. */
const needless = /maxPoolSize .* smaller than concurrency/;

/** Successful jobs are not logged; failed jobs and lost connections are. */
function logScope() {
  return (level: string, message: string) => {
    const isNews = (level === "error" || level === "warning") && !needless.test(message);
    log()[isNews ? "warn" : "trace"]({ from: "graphile-worker" }, message);
  };
}
