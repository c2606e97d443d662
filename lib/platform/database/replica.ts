import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { isDatabaseUnavailable, openPool, primaryPool, readingFrom } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/**
 * The pool of DATABASE_REPLICA_URL, once the replica has everything that the primary had written before the call.
 * Returns undefined and counts the read as `primary_…` if the replica does not catch up within DATABASE_REPLICA_MAX_LAG
 * seconds or cannot be reached.
 */
export async function currentReplica(): Promise<pg.Pool | undefined> {
  const { DATABASE_REPLICA_URL: url, DATABASE_REPLICA_MAX_LAG: maxSeconds } = env();
  if (url === undefined) return undefined;
  const state = replicaState();
  if (Date.now() >= state.avoidedUntil) {
    try {
      const replica = openPool("pg-replica-pool", url);
      if (await catchesUp(replica, maxSeconds * 1_000)) {
        metrics().replicaReads.inc({ database: "replica" });
        return replica;
      }
      avoid("lag");
    } catch (error) {
      avoid("unreachable", error);
    }
  }
  metrics().replicaReads.inc({ database: `primary_${state.problem}` });
  return undefined;
}

/** Runs reads on the replica, or on the primary if the replica is not current or fails. `read` may run twice. */
export async function readFromReplica<T>(read: () => Promise<T>): Promise<T> {
  const replica = await currentReplica();
  if (!replica) return read();
  try {
    return await readingFrom(replica, read);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    avoid("unreachable", error);
    return read();
  }
}

type Problem = "lag" | "unreachable";

/** How long the primary is used after the replica was not usable. */
const avoidedMs = 30_000;
const pollMs = 20;

function avoid(problem: Problem, error?: unknown): void {
  Object.assign(replicaState(), { problem, avoidedUntil: Date.now() + avoidedMs });
  log().warn({ problem, err: error }, "the read replica is not usable: reading from the primary");
}

/**
 * The position is read first, so that the replica has all data that the caller read before. After a restore or a change
 * of the primary, a replica of the earlier timeline may be ahead although it has different data.
 */
async function catchesUp(replica: pg.Pool, maxMs: number): Promise<boolean> {
  const { rows } = await primaryPool().query<{ lsn: string; system: string; timeline: number }>(
    `SELECT pg_current_wal_lsn()::text AS lsn, system_identifier::text AS system, timeline_id AS timeline
     FROM pg_control_system(), pg_control_checkpoint()`,
  );
  const deadline = Date.now() + maxMs;
  for (;;) {
    const found = await replica.query<{ isCurrent: boolean | null }>(
      `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isCurrent"
       FROM pg_control_system(), pg_control_checkpoint() WHERE system_identifier::text = $2 AND timeline_id = $3`,
      [rows[0]?.lsn, rows[0]?.system, rows[0]?.timeline],
    );
    if (found.rows.length === 0)
      throw new Error("DATABASE_REPLICA_URL is not a replica of DATABASE_URL on the same timeline");
    if (found.rows[0]?.isCurrent) return true;
    if (Date.now() >= deadline) return false;
    await delay(pollMs);
  }
}

/** Why and how long the replica is not used. */
function replicaState() {
  return singleton("read-replica", () => ({ avoidedUntil: 0, problem: "unreachable" as Problem }));
}
