import { newId } from "@/lib/platform/core/ids";
import { pool, prisma } from "@/lib/platform/database/db";
import type { Job } from "@/lib/platform/jobs/define";
import { type EngineOptions, type RunningEngine, startEngine } from "@/lib/platform/jobs/engine/start-engine";
import type { JobEvent } from "@/lib/platform/jobs/events";
import { enqueue } from "@/lib/platform/jobs/outbox-store";

const running = new Set<RunningEngine>();

/** Starts an engine that does not wait between retries. `closeEngines` stops it. */
export async function engine(jobs: Job[], options: Partial<EngineOptions> = {}): Promise<RunningEngine> {
  const started = await startEngine({ jobs, retryDelayMs: () => 0, ...options });
  running.add(started);
  return {
    async close() {
      running.delete(started);
      await started.close();
    },
  };
}

export async function closeEngines(): Promise<void> {
  await Promise.all([...running].map((started) => started.close()));
  running.clear();
}

/** Puts events into the outbox and commits. */
export async function send(events: JobEvent[], options?: Parameters<typeof enqueue>[2]): Promise<void> {
  await prisma().$transaction((tx) => enqueue(tx, events, options));
}

/** An event for the functions of a test. Any event of the table is suitable. */
export function mailQueued(mailId = newId("mail")): JobEvent {
  return { name: "mail/message.queued", data: { mailId } };
}

export function deliveryDue(endpointId: string, organisationId = newId("organisation")): JobEvent {
  return { name: "webhooks/endpoint.due", data: { organisationId, endpointId } };
}

interface RunRow {
  id: string;
  status: string;
  event: unknown;
  state: unknown;
  attempt: number;
  error: string | null;
}

export async function runsOf(functionId: string): Promise<RunRow[]> {
  const { rows } = await pool().query<RunRow>(
    "SELECT id, status, event, state, attempt, error FROM job_runs WHERE function_id = $1 ORDER BY created_at, id",
    [functionId],
  );
  return rows;
}

export async function statusesOf(functionId: string): Promise<string[]> {
  return (await runsOf(functionId)).map(({ status }) => status);
}

/** A promise with the functions that settle it. */
export function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export async function finishedOf(functionId: string): Promise<number> {
  return (await statusesOf(functionId)).filter((status) => status === "COMPLETED").length;
}
