import type { Transaction } from "@/lib/db";
import type { JobEvent } from "@/lib/jobs/events";
import { activeTraceparent } from "@/lib/tracing/tracing";

/** A statement with the name under which a connection prepares it once, and its values. */
interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** The task that hands what stands in the outbox to the job engine. */
export const outboxTask = "outbox";

interface EnqueueOptions {
  /**
   * Events with the same key that wait at the same time become one job, with the last one's events: for news of which
   * only the newest matters ("there is something to read").
   */
  key?: string;
}

/** What is put into the outbox together. */
export type OutboxEntry = [events: JobEvent[], options?: EnqueueOptions];

/**
 * Puts events into the outbox within the caller's transaction: they are handed to the job engine after its commit, at
 * least once, or never when it rolls back. All of one call become one job.
 */
export async function enqueue(tx: Transaction, ...[events, options]: OutboxEntry): Promise<void> {
  if (events.length === 0) return;
  const { text, values } = enqueueStatement(events, options);
  await tx.$executeRawUnsafe(text, ...values);
}

/** The same for writers that send their statements themselves. */
export function enqueueStatement(...[events, { key } = {}]: OutboxEntry): Statement {
  return { ...addJob, values: [outboxTask, JSON.stringify({ events, traceparent: activeTraceparent() }), key ?? null] };
}

/** graphile-worker counts an attempt each time a job is taken, also when its taker was killed: that must not use it up. */
const addJob = {
  name: "outbox-add-job",
  text: `SELECT 1 FROM graphile_worker.add_job($1, payload => $2::json, job_key => $3, max_attempts => 32767)`,
};
