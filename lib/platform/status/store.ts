import { pool } from "@/lib/platform/database/db";

/** A process of the service. */
export interface ServiceProcess {
  id: string;
  host: string;
  pid: number;
  role: string;
  version: string;
  nodeVersion: string;
}

/** Stores a heartbeat, and deletes the rows of processes that ended an hour ago without deleting them. */
export async function storeHeartbeat(
  { id, host, pid, role, version, nodeVersion }: ServiceProcess,
  { uptimeSeconds, clockSkewMs }: { uptimeSeconds: number; clockSkewMs: number },
): Promise<void> {
  await pool().query(
    `WITH outdated AS (DELETE FROM service_processes WHERE heartbeat_at < clock_timestamp() - interval '1 hour')
     INSERT INTO service_processes
       (id, host, pid, role, version, node_version, started_at, heartbeat_at, clock_skew_ms)
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() - $7::float8 * interval '1 second', clock_timestamp(), $8)
     ON CONFLICT (id) DO UPDATE SET heartbeat_at = EXCLUDED.heartbeat_at, clock_skew_ms = EXCLUDED.clock_skew_ms`,
    [id, host, pid, role, version, nodeVersion, uptimeSeconds, clockSkewMs],
  );
}

export async function deleteProcess(id: string): Promise<void> {
  await pool().query("DELETE FROM service_processes WHERE id = $1", [id]);
}

interface StoredProcess extends ServiceProcess {
  startedAt: Date;
  heartbeatAt: Date;
  clockSkewMs: number;
  alive: boolean;
}

/** Three missed heartbeats. */
const silentAfter = "interval '45 seconds'";

export async function findProcesses(): Promise<StoredProcess[]> {
  const { rows } = await pool().query<StoredProcess>(
    `SELECT id, host, pid, role, version, node_version AS "nodeVersion", started_at AS "startedAt",
       heartbeat_at AS "heartbeatAt", clock_skew_ms AS "clockSkewMs",
       heartbeat_at > clock_timestamp() - ${silentAfter} AS alive
     FROM service_processes ORDER BY alive DESC, role, started_at`,
  );
  return rows;
}

/** The number of processes that run jobs and respond. */
export async function countWorkers(): Promise<number> {
  const { rowCount } = await pool().query(
    `SELECT FROM service_processes WHERE role <> 'web' AND heartbeat_at > clock_timestamp() - ${silentAfter}`,
  );
  return rowCount ?? 0;
}

export interface DatabaseFacts {
  version: string;
  bytes: number;
  connections: number;
  connectionsMax: number;
}

export async function readDatabaseFacts(): Promise<DatabaseFacts | undefined> {
  const { rows } = await pool().query<DatabaseFacts>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
       (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
       current_setting('max_connections')::int AS "connectionsMax"`,
  );
  return rows[0];
}
