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
