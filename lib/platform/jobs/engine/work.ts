import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { TaskList } from "graphile-worker";
import type pg from "pg";
import { holdLiveness, type Liveness } from "@/lib/platform/jobs/engine/connections";
import { startQueue } from "@/lib/platform/jobs/engine/queue";
import { sweepRuns } from "@/lib/platform/jobs/engine/run-store";
import {
  deleteReplacedEntries,
  forgetTicksAhead,
  readQueueFigures,
  recoverUnregisteredWorkers,
  recoverWorkers,
  removeWorker,
} from "@/lib/platform/jobs/engine/worker-store";
import { log } from "@/lib/platform/telemetry/log";

interface WorkOptions {
  pool: pg.Pool;
  tasks: TaskList;
  concurrency: number;
  crons: { task: string; cron: string; functionId: string }[];
  /** Time that running steps have to finish when the process ends. */
  patienceMs: number;
}

const recoverEveryMs = 1_000;
const sweepEveryMs = 60_000;
const restartAfterMs = 1_000;

/** A worker of the queue, with the ID under which it locks jobs. */
interface Worker {
  id: string;
  liveness: Liveness;
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Processes the queue, registers this process as alive, frees the jobs of dead processes and recovers their runs.
 * Restarts when the queue's client stops, as it does when the database is unavailable for minutes.
 */
export async function startWork(options: WorkOptions): Promise<{ close(): Promise<void> }> {
  const { pool, patienceMs } = options;
  const closing = new AbortController();
  const closed = once(closing.signal, "abort");
  let worker = await startWorker(options);
  const supervised = supervise();
  const loops = [
    repeat("recovering jobs of killed processes", recoverEveryMs, recover),
    repeat("sweeping the job queue", sweepEveryMs, sweep),
  ];

  async function supervise(): Promise<void> {
    while (!closing.signal.aborted) {
      await Promise.race([worker.ended.catch(() => undefined), closed]);
      if (closing.signal.aborted) return;
      log().error("the job queue's client stopped and is being restarted");
      await leave(worker);
      await restart();
    }
  }

  async function restart(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        worker = await startWorker(options);
        if (closing.signal.aborted) await worker.stop();
        return;
      } catch (error) {
        log().warn({ err: error }, "the job queue's client could not be started; retrying");
        await delay(restartAfterMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  async function recover(): Promise<void> {
    const dead = await recoverWorkers(pool, worker.id);
    if (dead.length === 0) return;
    log().warn({ workers: dead }, "jobs of terminated processes were released");
    await deleteReplacedEntries(pool);
  }

  async function sweep(): Promise<void> {
    const { requeued } = await sweepRuns(pool);
    if (requeued > 0) log().warn({ requeued }, "runs without a job in the queue were queued again");
    const dead = await recoverUnregisteredWorkers(pool);
    if (dead.length > 0)
      log().warn({ workers: dead }, "jobs of processes that terminated during startup were released");
    const ahead = await forgetTicksAhead(pool);
    if (ahead.length > 0)
      log().error(
        { functions: ahead },
        "a process's clock is or was far ahead of the database's clock; its scheduled times were discarded",
      );
    await deleteReplacedEntries(pool);
    const { failed } = await readQueueFigures(pool);
    if (failed > 0) log().error({ failed }, "the job queue has permanently failed entries");
  }

  async function repeat(what: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    let isBroken = false;
    while (!closing.signal.aborted) {
      try {
        await work();
        isBroken = false;
      } catch (error) {
        if (!isBroken)
          log().warn({ err: error, what }, "a maintenance task of the job engine failed and will be retried");
        isBroken = true;
      }
      await delay(everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function leave({ id, liveness }: Worker): Promise<void> {
    await removeWorker(pool, id).catch(() => undefined);
    await liveness.release();
  }

  return {
    async close() {
      closing.abort();
      await Promise.race([worker.stop().catch(() => undefined), delay(patienceMs, undefined, { ref: false })]);
      await Promise.all([...loops, supervised]);
      await leave(worker);
    },
  };
}

async function startWorker({ pool, tasks, concurrency, crons }: WorkOptions): Promise<Worker> {
  let registered: { id: string; liveness: Promise<Liveness> } | undefined;
  const queue = await startQueue({
    pool,
    tasks,
    concurrency,
    crons,
    onWorker: (id) => {
      registered = { id, liveness: holdLiveness(id) };
    },
  });
  if (registered === undefined) throw new Error("the job queue's client has no id");
  const { id, liveness } = registered;
  try {
    return { id, liveness: await liveness, ended: queue.ended, stop: queue.stop };
  } catch (error) {
    await queue.stop();
    throw error;
  }
}
