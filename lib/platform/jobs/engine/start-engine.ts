import type { JobHelpers, TaskList } from "graphile-worker";
import { env } from "@/lib/platform/config/env";
import type { Job } from "@/lib/platform/jobs/define";
import { enginePool } from "@/lib/platform/jobs/engine/connections";
import type { Event } from "@/lib/platform/jobs/engine/run-store";
import { createRuns } from "@/lib/platform/jobs/engine/runs";
import { startWork } from "@/lib/platform/jobs/engine/work";
import { outboxTask } from "@/lib/platform/jobs/outbox-store";

export interface EngineOptions {
  jobs: Job[];
  /** Passes the outbox's events to an Inngest server; without it, this process runs the jobs. */
  send?: (events: Event[]) => Promise<void>;
  /** Shorter delays for tests. */
  retryDelayMs?: (failures: number) => number;
  /** Time that running steps have to finish on close. Defaults to 10 s. */
  patienceMs?: number;
}

export interface RunningEngine {
  /** Starts nothing new, lets running steps finish (up to 10 s), and leaves the rest to other processes. */
  close(): Promise<void>;
}

const endMs = 1_000;
const defaultPatienceMs = 10_000;

/** Starts processing the queue in this process. */
export async function startEngine(options: EngineOptions): Promise<RunningEngine> {
  const pool = enginePool();
  let isClosing = false;
  const jobs = options.send ? [] : options.jobs;
  const runs = createRuns({
    pool,
    jobs,
    retryDelayMs: options.retryDelayMs ?? retryDelayMs,
    isClosing: () => isClosing,
  });
  const outbox = async (payload: unknown, { job }: JobHelpers) =>
    await (options.send ?? runs.takeEvents)(outboxEvents(payload as OutboxPayload, job));
  const tasks: TaskList = options.send
    ? { [outboxTask]: outbox }
    : {
        [outboxTask]: outbox,
        run: async (payload) => await runs.execute((payload as { id: string }).id),
        tick: async (payload) => {
          const { functionId, cron, _cron } = payload as TickPayload;
          await runs.takeTick(functionId, cron, _cron.ts);
        },
      };
  const crons = jobs.flatMap(({ options: { id }, trigger }) =>
    "cron" in trigger ? [{ task: "tick", cron: trigger.cron, functionId: id }] : [],
  );
  try {
    const { patienceMs = defaultPatienceMs } = options;
    const work = await startWork({ pool, tasks, concurrency: env().JOBS_CONCURRENCY, crons, patienceMs });
    return {
      async close() {
        isClosing = true;
        await work.close();
        await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, endMs).unref())]);
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

interface OutboxPayload {
  events: { name: string; data: Record<string, unknown> }[];
  traceparent?: string;
}

interface TickPayload {
  functionId: string;
  cron: string;
  _cron: { ts: string };
}

/** Event IDs derive from the job's ID, so that repeated hand-overs are the same events. */
function outboxEvents({ events, traceparent }: OutboxPayload, { id, created_at }: JobHelpers["job"]): Event[] {
  const ts = new Date(created_at).getTime();
  return events.map(({ name, data }, index) => ({ id: `${id}-${index}`, name, data, ts, traceparent }));
}

/**
 * Delay before a failed step is retried, in seconds, by the number of earlier failures. Partly random, so that steps
 * that failed together are not retried together.
 */
const delaysSeconds = [1, 5, 15, 60, 300, 900, 3600];
const jitter = 0.2;

export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  const seconds = delaysSeconds[Math.min(attempt, delaysSeconds.length - 1)] ?? 0;
  return Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * random()));
}
