import type pg from "pg";

type Connections = Pick<pg.Pool, "query">;

/**
 * Takes the lock that says that a worker lives, for as long as the connection does, and registers it. A machine that
 * vanishes closes no connection: PostgreSQL is asked to notice within half a minute.
 */
export async function registerWorker(client: pg.Client, id: string): Promise<void> {
  await client.query("SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3");
  await client.query("SELECT pg_advisory_lock(hashtextextended('job_workers ' || $1, 0))", [id]);
  await client.query("INSERT INTO job_workers (id) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
}

/** Frees the jobs of workers that are gone. Returns their ids. */
export async function recoverWorkers(db: Connections, own: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: "job-workers-recover",
    text: "SELECT id FROM job_workers_recover($1) AS id",
    values: [own],
  });
  return rows.map(({ id }) => id);
}

/** The same for workers that were killed before they could register. */
export async function recoverUnregisteredWorkers(db: Connections): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>("SELECT id FROM job_workers_recover_unregistered() AS id");
  return rows.map(({ id }) => id);
}

/** Gives back what a worker still holds, and forgets it. */
export async function removeWorker(db: Connections, id: string): Promise<void> {
  await db.query("SELECT graphile_worker.force_unlock_workers(ARRAY[$1::text])", [id]);
  await db.query("DELETE FROM job_workers WHERE id = $1", [id]);
}

/**
 * Forgets ticks of the clock that lie more than an hour ahead of the database's. A process whose clock was wrong has noted
 * them, and no process ticks again for a function before the last tick that is noted: left alone, one such minute would
 * stop everything that the clock starts until that date. Returns the functions.
 */
export async function forgetTicksAhead(db: Pick<pg.Pool, "query">): Promise<string[]> {
  const { rows } = await db.query<{ functionId: string }>(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
     WHERE last_execution > now() + interval '1 hour' RETURNING identifier AS "functionId"`,
  );
  return rows.map(({ functionId }) => functionId);
}

/** Entries of the queue by state, and the age of the oldest that is ready. */
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
