import { inTransaction, pool, type Transaction } from "@/lib/platform/database/db";
import { type JobEvent, jobEvents, lostAfterMs } from "@/lib/platform/jobs/events";
import { activeTraceparent } from "@/lib/platform/telemetry/tracing";

/** A statement with its values and the name under which a connection prepares it. */
interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** The task that passes the events in the outbox to the job engine. */
export const outboxTask = "outbox";

interface EnqueueOptions {
  /**
   * Events with the same key that wait at the same time become one job with the latest event's data: for notifications
   * where only the latest matters ("there is something to read").
   */
  key?: string;
  /** When the events are passed to the job engine. Default: after the commit. */
  at?: Date;
}

/** Events written to the outbox together. */
export type OutboxEntry = [events: JobEvent[], options?: EnqueueOptions];

/**
 * Adds events to the outbox in the caller's transaction: they are passed to the job engine at least once after its
 * commit, or never if it rolls back. All events of one call become one job.
 */
export async function enqueue(tx: Transaction, ...[events, options]: OutboxEntry): Promise<void> {
  if (events.length === 0) return;
  const { text, values } = enqueueStatement(events, options);
  await tx.$executeRawUnsafe(text, ...values);
}

/** The same for writers that send the statements themselves. */
export function enqueueStatement(...[events, { key, at } = {}]: OutboxEntry): Statement {
  const payload = JSON.stringify({ events, traceparent: activeTraceparent() });
  return { ...addJob, values: [outboxTask, payload, key ?? null, at?.toISOString() ?? null] };
}

/**
 * graphile-worker counts an attempt whenever a job is taken, even if its worker was killed: the attempts must not run
 * out.
 */
const addJob = {
  name: "outbox-add-job",
  text: `SELECT 1 FROM graphile_worker.add_job($1, payload => $2::json, job_key => $3, run_at => $4::timestamptz,
    max_attempts => 32767)`,
};

/** Minimum time before the sweep queues the same effect again. */
const requeuedEvery = "interval '5 minutes'";
/** Effects queued by one sweep. */
const sweepMax = 1_000;

/**
 * Like `enqueue`, for an effect that no other row shows to be pending: stores a row until {@link settleEffect}, so that
 * the effect survives a loss of the job server's state. Its function must be idempotent.
 */
export async function enqueueTracked(tx: Transaction, event: JobEvent): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO pending_effects (key, event, due_at)
    VALUES (${keyOf(event)}, ${JSON.stringify(event)}, clock_timestamp() + ${lostAfterMs} * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET due_at = EXCLUDED.due_at`;
  await enqueue(tx, [event]);
}

/** Marks an effect as done or abandoned. */
export async function settleEffect(event: JobEvent): Promise<void> {
  await pool().query("DELETE FROM pending_effects WHERE key = $1", [keyOf(event)]);
}

/** Postpones an effect that the job server will retry by itself. */
export async function postponeEffect(event: JobEvent, ms: number): Promise<void> {
  const text = "UPDATE pending_effects SET due_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE key = $1";
  await pool().query(text, [keyOf(event), ms]);
}

/** The effects of all organisations that are not done, and the age of the oldest. For the operator. */
export async function readPendingEffects(): Promise<{ depth: number; oldestSeconds: number | null }> {
  const { rows } = await pool().query<{ depth: number; oldestSeconds: number | null }>(
    `SELECT count(*)::int AS depth, extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS "oldestSeconds"
     FROM pending_effects`,
  );
  return rows[0] ?? { depth: 0, oldestSeconds: null };
}

/** Queues overdue effects again. Returns their number. */
export async function requeueDueEffects(): Promise<number> {
  return inTransaction(undefined, async (tx) => {
    const due = await tx.$queryRawUnsafe<{ event: string }[]>(
      `UPDATE pending_effects SET due_at = clock_timestamp() + ${requeuedEvery}
       WHERE key IN (SELECT key FROM pending_effects WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT $1
         FOR UPDATE SKIP LOCKED)
       RETURNING event`,
      sweepMax,
    );
    for (const { event } of due) await enqueue(tx, [JSON.parse(event) as JobEvent]);
    return due.length;
  });
}

/** With the members of the event's schema, in order: a job server may add its own members. */
function keyOf({ name, data }: JobEvent): string {
  return `${name} ${JSON.stringify(jobEvents[name].parse(data))}`;
}
