import type pg from "pg";
import { outboxTask } from "@/lib/platform/jobs/outbox-store";

type Connections = Pick<pg.Pool, "query">;

/**
 * Takes the lock that shows that a worker is alive, for the lifetime of the connection, and registers the worker. A
 * machine that disappears does not close its connections, so TCP keepalives let PostgreSQL detect it within half a
 * minute.
 */
export async function registerWorker(client: pg.Client, id: string): Promise<void> {
  await client.query("SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3");
  await client.query("SELECT pg_advisory_lock(hashtextextended('job_workers ' || $1, 0))", [id]);
  await client.query("INSERT INTO job_workers (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
}

/** Frees the jobs of dead workers. Returns the workers' IDs. */
export async function recoverWorkers(db: Connections, own: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: "job-workers-recover",
    text: "SELECT id FROM job_workers_recover($1) AS id",
    values: [own],
  });
  return rows.map(({ id }) => id);
}

/** The same for workers that were killed before registering. */
export async function recoverUnregisteredWorkers(db: Connections): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>("SELECT id FROM job_workers_recover_unregistered() AS id");
  return rows.map(({ id }) => id);
}

/** Releases a worker's jobs and removes its registration. */
export async function removeWorker(db: Connections, id: string): Promise<void> {
  await db.query("SELECT graphile_worker.force_unlock_workers(ARRAY[$1::text])", [id]);
  await db.query("DELETE FROM job_workers WHERE id = $1", [id]);
}

/**
 * Deletes recorded ticks more than an hour ahead of the database's clock, written by a process with a wrong clock. No
 * process ticks before a function's last recorded tick, so such a tick would stop all scheduled functions until that
 * date. Returns the functions.
 */
export async function forgetTicksAhead(db: Pick<pg.Pool, "query">): Promise<string[]> {
  const { rows } = await db.query<{ functionId: string }>(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
     WHERE last_execution > now() + interval '1 hour' RETURNING identifier AS "functionId"`,
  );
  return rows.map(({ functionId }) => functionId);
}

/**
 * Deletes entries that a newer entry with the same key replaced while a worker processed them, and that the worker did
 * not finish. The queue marks a replaced entry as exhausted, so it would count as permanently failed. No entry reaches
 * this number of attempts by itself. Returns their number.
 */
export async function deleteReplacedEntries(db: Connections): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM graphile_worker._private_jobs
     WHERE locked_at IS NULL AND key IS NULL AND attempts >= max_attempts AND max_attempts = 32767`,
  );
  return rowCount ?? 0;
}

/** Makes the entries of the outbox ready that could not be sent to an Inngest server and wait for their next attempt. */
export async function retryOutbox(db: Connections): Promise<void> {
  await db.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now()
     WHERE locked_at IS NULL AND attempts > 0 AND run_at > now()
       AND task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = $1)`,
    [outboxTask],
  );
}

/** Queue entries by state, and the age of the oldest entry that is ready. */
export interface QueueFigures {
  ready: number;
  scheduled: number;
  running: number;
  failed: number;
  waiting: number;
  oldestSeconds: number;
}

export async function readQueueFigures(db: Pick<pg.Pool, "query">): Promise<QueueFigures> {
  const { rows } = await db.query<QueueFigures>({
    name: "job-queue-figures",
    text: `SELECT
             count(*) FILTER (WHERE open AND NOT later)::integer AS ready,
             count(*) FILTER (WHERE open AND later)::integer AS scheduled,
             count(*) FILTER (WHERE locked_at IS NOT NULL)::integer AS running,
             count(*) FILTER (WHERE locked_at IS NULL AND NOT open)::integer AS failed,
             (SELECT count(*) FROM job_runs WHERE status = 'WAITING')::integer AS waiting,
             coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE open AND NOT later)), 0)::float AS "oldestSeconds"
           FROM (
             SELECT locked_at, run_at, run_at > now() AS later, locked_at IS NULL AND attempts < max_attempts AS open
             FROM graphile_worker.jobs) job`,
  });
  return rows[0] ?? { ready: 0, scheduled: 0, running: 0, failed: 0, waiting: 0, oldestSeconds: 0 };
}

/** The run that started last of those that have ended, on the embedded engine. Runs are kept for a day. */
export async function findLastRun(
  db: Connections,
): Promise<{ functionId: string; status: string; at: Date } | undefined> {
  const { rows } = await db.query<{ functionId: string; status: string; at: Date }>(
    `SELECT function_id AS "functionId", status, finished_at AS at FROM job_runs
     WHERE finished_at IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
  );
  return rows[0];
}
