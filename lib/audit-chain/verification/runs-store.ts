import { bigintText } from "@/lib/audit-chain/store";
import { pool } from "@/lib/db";
import { isId } from "@/lib/id-prefixes";

/** A verification that takes longer than an answer may. */
export interface VerificationRun {
  id: string;
  organisationId: string;
  status: "running" | "ok" | "failed" | "interrupted";
  mode: "full" | "incremental";
  from: number | null;
  to: number | null;
  /** JSON. */
  expectedHead: string | null;
  eventsVerified: number;
  eventsTotal: number;
  /** JSON; null until it is finished. */
  report: string | null;
  createdAt: Date;
  /** Whether nobody has said for a while that he works on it. */
  isAbandoned: boolean;
}

/** Seconds without a sign of life after which a run is taken up by somebody else. */
const abandonedAfter = "interval '30 seconds'";
/** How often a run is begun. */
const attemptsMax = 5;

const columns = `
  id, organisation_id AS "organisationId", status, mode, from_position::float8 AS "from", to_position::float8 AS "to",
  expected_head AS "expectedHead", events_verified::float8 AS "eventsVerified", events_total::float8 AS "eventsTotal",
  report, created_at AS "createdAt",
  status = 'running' AND coalesce(heartbeat_at, created_at) < now() - ${abandonedAfter} AS "isAbandoned"`;

/** About how many events there are to verify: where the chain or its head ends, whichever is farther. */
export async function chainLength(organisationId: string): Promise<number> {
  const { rows } = await pool().query<{ length: number }>(
    `SELECT greatest(0,
       (SELECT position FROM chain_heads WHERE organisation_id = $1),
       (SELECT max(chain_position) FROM audit_events WHERE organisation_id = $1))::float8 AS length`,
    [organisationId],
  );
  return rows[0]?.length ?? 0;
}

/** The size of the latest checkpoint; 0 where there is none. */
export async function latestCheckpointSize(organisationId: string): Promise<number> {
  const { rows } = await pool().query<{ size: number }>(
    "SELECT coalesce(max(size), 0)::float8 AS size FROM chain_checkpoints WHERE organisation_id = $1",
    [organisationId],
  );
  return rows[0]?.size ?? 0;
}

export async function countRunning(organisationId: string): Promise<number> {
  const { rows } = await pool().query<{ runs: number }>(
    "SELECT count(*)::float8 AS runs FROM chain_verifications WHERE organisation_id = $1 AND status = 'running'",
    [organisationId],
  );
  return rows[0]?.runs ?? 0;
}

export async function insertRun(
  run: Pick<VerificationRun, "id" | "organisationId" | "mode" | "from" | "to" | "expectedHead" | "eventsTotal">,
  createdAt: string,
): Promise<void> {
  await pool().query(
    `INSERT INTO chain_verifications (id, organisation_id, status, mode, from_position, to_position, expected_head,
       events_verified, events_total, attempts, created_at)
     VALUES ($1, $2, 'running', $3, $4, $5, $6, 0, $7::bigint, 0, $8)`,
    [run.id, run.organisationId, run.mode, run.from, run.to, run.expectedHead, bigintText(run.eventsTotal), createdAt],
  );
}

export async function findRun(organisationId: string, id: string): Promise<VerificationRun | undefined> {
  if (!isId("verification", id)) return undefined;
  const { rows } = await pool().query<VerificationRun>(
    `SELECT ${columns} FROM chain_verifications WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  );
  return rows[0];
}

/**
 * Takes a run that nobody works on. Undefined where somebody does, where it is finished, or where it was begun too often:
 * it is interrupted then. The id alone names it: this is for jobs.
 */
export async function claimRun(id: string): Promise<VerificationRun | undefined> {
  const { rows } = await pool().query<VerificationRun>(
    `UPDATE chain_verifications SET
       attempts = attempts + 1,
       status = CASE WHEN attempts < ${attemptsMax} THEN 'running' ELSE 'interrupted' END,
       heartbeat_at = now(),
       finished_at = CASE WHEN attempts < ${attemptsMax} THEN NULL ELSE now() END
     WHERE id = $1 AND status = 'running' AND (heartbeat_at IS NULL OR heartbeat_at < now() - ${abandonedAfter})
     RETURNING ${columns}`,
    [id],
  );
  return rows[0]?.status === "running" ? rows[0] : undefined;
}

/** Says that the run is being worked on, and how far it is. */
export async function noteProgress(
  { organisationId, id }: VerificationRun,
  eventsVerified: number,
  eventsTotal: number,
): Promise<void> {
  await pool().query(
    `UPDATE chain_verifications SET heartbeat_at = now(), events_verified = $3::bigint, events_total = $4::bigint
     WHERE organisation_id = $1 AND id = $2 AND status = 'running'`,
    [organisationId, id, bigintText(eventsVerified), bigintText(eventsTotal)],
  );
}

/** Gives a run back, to be taken up at once by whoever tries next. */
export async function releaseRun({ organisationId, id }: VerificationRun): Promise<void> {
  await pool().query(
    `UPDATE chain_verifications SET heartbeat_at = NULL WHERE organisation_id = $1 AND id = $2 AND status = 'running'`,
    [organisationId, id],
  );
}

export async function finishRun(
  { organisationId, id }: VerificationRun,
  result: { status: "ok" | "failed"; report: string; eventsVerified: number; finishedAt: string },
): Promise<void> {
  await pool().query(
    `UPDATE chain_verifications SET status = $3, report = $4, finished_at = $5,
       events_verified = $6::bigint, events_total = $6::bigint
     WHERE organisation_id = $1 AND id = $2 AND status = 'running'`,
    [organisationId, id, result.status, result.report, result.finishedAt, bigintText(result.eventsVerified)],
  );
}

/** Maintenance over all organisations: runs that nobody works on any more. */
export async function findAbandonedRuns(limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id FROM chain_verifications
     WHERE status = 'running' AND coalesce(heartbeat_at, created_at) < now() - ${abandonedAfter} LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Maintenance over all organisations: whoever has, or should have, a chain. */
export async function findChains(): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>(
    `SELECT id AS "organisationId" FROM organisations UNION SELECT organisation_id FROM chain_heads ORDER BY 1`,
  );
  return rows.map(({ organisationId }) => organisationId);
}
