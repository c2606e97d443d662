import type pg from "pg";

/** An event with its ID, as functions see it. */
export interface Event {
  id: string;
  name: string;
  data: Record<string, unknown>;
  /** Milliseconds since the Unix epoch. */
  ts: number;
  /** W3C `traceparent` of its cause, if that is traced. */
  traceparent?: string | undefined;
}

export interface Start {
  id: string;
  functionId: string;
  /** A function runs once for each key. */
  dedupeKey: string;
  event: Event;
  concurrencyKey: string | null;
  concurrencyLimit: number | null;
}

/** The results of the finished steps of a run (null: a sleep), and the order in which they finished. */
export interface RunState {
  steps: Record<string, { type: "data"; data: unknown } | { type: "error"; error: unknown } | null>;
  stack: string[];
}

/** A run that this process executes. */
export interface ClaimedRun {
  id: string;
  functionId: string;
  event: Event;
  state: RunState | null;
  /** How often the current step has failed. */
  attempt: number;
  revision: number;
  concurrencyKey: string | null;
  createdAt: Date;
}

/** Result of an execution. */
export interface Settlement {
  run: Pick<ClaimedRun, "id" | "revision" | "concurrencyKey">;
  status: "SLEEPING" | "COMPLETED" | "FAILED";
  state: RunState | null;
  attempt: number;
  /** Milliseconds until the run continues. */
  delayMs: number | null;
  error: string | null;
  /** Runs that start with it. */
  starts: Start[];
}

type Connections = Pick<pg.Pool, "query">;

/** Starts runs that do not exist yet; runs beyond the limit of their key wait. Returns the number of new runs. */
export async function startRuns(db: Connections, starts: Start[]): Promise<number> {
  if (starts.length === 0) return 0;
  const { rows } = await db.query<{ total: number }>({
    name: "job-runs-start",
    text: "SELECT job_runs_start($1, $2, $3, $4, $5, $6) AS total",
    values: [
      starts.map(({ id }) => id),
      starts.map(({ functionId }) => functionId),
      starts.map(({ dedupeKey }) => dedupeKey),
      starts.map(({ event }) => JSON.stringify(event)),
      starts.map(({ concurrencyKey }) => concurrencyKey),
      starts.map(({ concurrencyLimit }) => concurrencyLimit),
    ],
  });
  return rows[0]?.total ?? 0;
}

/** Starts an execution of each run; undefined for runs that cannot be executed now. */
export async function claimRuns(db: Connections, ids: string[]): Promise<(ClaimedRun | undefined)[]> {
  const { rows } = await db.query<ClaimedRun>({
    name: "job-runs-claim",
    text: `SELECT id, function_id AS "functionId", event, state, attempt, revision,
             concurrency_key AS "concurrencyKey", created_at AS "createdAt"
           FROM job_runs_claim($1)`,
    values: [ids],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Stores the step results of running executions. False for executions that were replaced. */
export async function keepStates(
  db: Connections,
  kept: { run: Pick<ClaimedRun, "id" | "revision">; state: RunState }[],
): Promise<boolean[]> {
  const { rows } = await db.query<{ id: string }>({
    name: "job-runs-keep",
    text: `UPDATE job_runs run SET state = given.state, attempt = 0, updated_at = now()
           FROM unnest($1::text[], $2::integer[], $3::json[]) AS given(id, revision, state)
           WHERE run.id = given.id AND run.revision = given.revision AND run.status = 'ACTIVE'
           RETURNING run.id`,
    values: [
      kept.map(({ run }) => run.id),
      kept.map(({ run }) => run.revision),
      kept.map(({ state }) => JSON.stringify(state)),
    ],
  });
  const done = new Set(rows.map(({ id }) => id));
  return kept.map(({ run }) => done.has(run.id));
}

/** Ends executions and passes free capacity to waiting runs. False for executions that were replaced. */
export async function settleRuns(pool: pg.Pool, settled: Settlement[]): Promise<boolean[]> {
  const starts = settled.flatMap((one) => one.starts);
  if (starts.length === 0) return await settle(pool, settled);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const done = await settle(client, settled);
    await startRuns(
      client,
      settled.flatMap((one, index) => (done[index] ? one.starts : [])),
    );
    await client.query("COMMIT");
    return done;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function settle(db: Connections, settled: Settlement[]): Promise<boolean[]> {
  const { rows } = await db.query<{ id: string }>({
    name: "job-runs-settle",
    text: "SELECT job_runs_settle AS id FROM job_runs_settle($1, $2, $3, $4, $5, $6, $7, $8)",
    values: [
      settled.map(({ run }) => run.id),
      settled.map(({ run }) => run.revision),
      settled.map(({ status }) => status),
      settled.map(({ state }) => (state ? JSON.stringify(state) : null)),
      settled.map(({ attempt }) => attempt),
      settled.map(({ delayMs }) => delayMs),
      settled.map(({ error }) => error?.replaceAll("\0", "").slice(0, 1000) ?? null),
      settled.map(({ run }) => run.concurrencyKey),
    ],
  });
  const done = new Set(rows.map(({ id }) => id));
  return settled.map(({ run }) => done.has(run.id));
}

/** Recovers runs of killed processes and lost jobs, and deletes finished runs after 24 hours. */
export async function sweepRuns(db: Connections): Promise<{ requeued: number; removed: number }> {
  const { rows } = await db.query<{ requeued: number; removed: number }>("SELECT * FROM job_runs_sweep()");
  return rows[0] ?? { requeued: 0, removed: 0 };
}

/** Whether a run is being executed by any process. */
export async function isActive(db: Connections, id: string): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM job_runs WHERE id = $1 AND status = 'ACTIVE'", [id]);
  return rowCount === 1;
}
