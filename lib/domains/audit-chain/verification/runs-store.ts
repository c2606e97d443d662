import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { isOpen } from "@/lib/domains/audit-chain/findings/findings-store";
import type { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { isUnreadable } from "@/lib/domains/audit-chain/verification/snapshot-store";
import { type StoredResult, sealResult } from "@/lib/domains/audit-chain/verification/stored-result";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { inTransaction, isServed, pool, type Transaction } from "@/lib/platform/database/db";
import { lostAfterMs } from "@/lib/platform/jobs/events";
import { enqueue, enqueueTracked } from "@/lib/platform/jobs/outbox-store";

/** A verification as requested. */
export interface NewRun {
  id: string;
  organisationId: string;
  mode: VerifyChain["mode"];
  from: number | null;
  to: number | null;
  /** JSON. */
  expectedHead: string | null;
  eventsTotal: number;
}

/** A stored verification. */
export interface VerificationRun extends NewRun {
  status: "running" | "ok" | "failed" | "not_verified" | "interrupted";
  eventsVerified: number;
  /** JSON; null until finished. */
  report: string | null;
  createdAt: Date;
}

/** Time without a heartbeat after which another process claims a run. */
const abandonedAfter = "interval '30 seconds'";
const attemptsMax = 5;

const columns = `
  id, organisation_id AS "organisationId", status, mode, from_position::float8 AS "from", to_position::float8 AS "to",
  expected_head AS "expectedHead", events_verified::float8 AS "eventsVerified", events_total::float8 AS "eventsTotal",
  report, created_at AS "createdAt"`;

/** Larger positions are not exact, and no chain is as long. */
const positionsCounted = 2 ** 53;

/**
 * The approximate number of events: the head's position, or a count if it does not match the last event; 0 if the chain
 * cannot be read.
 */
export async function chainLength(organisationId: string): Promise<number> {
  return orUnreadable(0, async () => {
    const { rows } = await pool().query<{ length: number }>(
      `SELECT (CASE WHEN head.position = last.position AND head.position < ${positionsCounted} THEN head.position
         ELSE (SELECT count(*) FROM audit_events WHERE organisation_id = $1) END)::float8 AS length
       FROM (SELECT max(chain_position) AS position FROM audit_events WHERE organisation_id = $1) AS last
       LEFT JOIN chain_heads AS head ON head.organisation_id = $1`,
      [organisationId],
    );
    return Math.max(0, rows[0]?.length ?? 0);
  });
}

/** The size of the latest checkpoint; 0 if there is no checkpoint or it is unreadable. */
export async function latestCheckpointSize(organisationId: string): Promise<number> {
  return orUnreadable(0, async () => {
    const { rows } = await pool().query<{ size: number }>(
      "SELECT coalesce(max(size), 0)::float8 AS size FROM chain_checkpoints WHERE organisation_id = $1",
      [organisationId],
    );
    return rows[0]?.size ?? 0;
  });
}

/** Whether findings are open, or cannot be read. */
export async function hasOpenFindings(organisationId: string): Promise<boolean> {
  return orUnreadable(true, async () => {
    const { rowCount } = await pool().query(
      `SELECT FROM integrity_findings finding WHERE organisation_id = $1 AND ${isOpen} LIMIT 1`,
      [organisationId],
    );
    return rowCount !== 0;
  });
}

async function orUnreadable<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return otherwise;
  }
}

/** Serialises the start of verifications of an organisation. */
export async function lockRuns(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`chain-verifications ${organisationId}`}, 0))::text`;
}

export async function countRunning(tx: Transaction, organisationId: string): Promise<number> {
  return tx.chainVerification.count({ where: { organisationId, status: "running" } });
}

export async function hasRun(tx: Transaction, organisationId: string, id: string): Promise<boolean> {
  return (await tx.chainVerification.count({ where: { organisationId, id } })) > 0;
}

/**
 * SQL condition of the ended runs that cover the chain alone, or together with the runs that they continue. An
 * unsuccessful run with a receipt may have failed only because the receipt does not match. The caller supplied the
 * receipt, so such a run does not change the chain's status.
 */
export const coversChain = `finished_at IS NOT NULL AND from_position IS NULL AND to_position IS NULL
  AND mode <> 'incremental' AND (status = 'ok' OR expected_head IS NULL)`;

/** The last ended run that covers the chain, with one of the statuses if given. */
export async function findCoveringRun(
  organisationId: string,
  statuses?: VerificationRun["status"][],
): Promise<VerificationRun | undefined> {
  const { rows } = await pool().query<VerificationRun>(
    `SELECT ${columns} FROM chain_verifications
     WHERE organisation_id = $1 AND ${coversChain} AND ($2::text[] IS NULL OR status = ANY ($2))
     ORDER BY finished_at DESC LIMIT 1`,
    [organisationId, statuses ?? null],
  );
  return rows[0];
}

/** Stores a run and requests its execution after the commit. */
export async function insertRun(tx: Transaction, run: NewRun, createdAt: string): Promise<void> {
  await insert(tx, run, { status: "running", eventsVerified: 0n, attempts: 0, createdAt });
  await enqueue(tx, [requested(run.organisationId, run.id)]);
}

function requested(organisationId: string, verificationId: string) {
  return { name: "audit/verification.requested" as const, data: { organisationId, verificationId } };
}

/** Stores a synchronous run with its result, unless it is unsuccessful and above the limit. Announces a passed one. */
export async function insertEndedRun(run: NewRun, result: StoredResult): Promise<void> {
  const { status, verifiedAt } = result;
  const report = sealResult(run, result);
  const eventsVerified = BigInt(bigintText(result.eventsVerified));
  const times = { createdAt: verifiedAt, finishedAt: verifiedAt };
  await inTransaction(undefined, async (tx) => {
    if (status !== "ok" && (await isAtFailureLimit(tx, run.organisationId, verifiedAt))) return;
    await insert(tx, run, { status, eventsVerified, report, attempts: 1, ...times });
    if (status === "ok") await announcePassedRun(tx, run, verifiedAt);
  });
}

/**
 * Unsuccessful runs per organisation and hour, above which unsuccessful synchronous runs are not stored. Limits the rows
 * that requests for a broken chain add.
 */
const failuresPerHour = 10;

async function isAtFailureLimit(tx: Transaction, organisationId: string, verifiedAt: string): Promise<boolean> {
  await lockRuns(tx, organisationId);
  const gt = new Date(Date.parse(verifiedAt) - 3_600_000);
  const where = { organisationId, status: { in: ["failed", "not_verified"] }, createdAt: { gt } };
  return (await tx.chainVerification.count({ where })) >= failuresPerHour;
}

type RunState = Pick<Prisma.ChainVerificationUncheckedCreateInput, "status" | "attempts" | "createdAt"> &
  Partial<Prisma.ChainVerificationUncheckedCreateInput>;

async function insert(tx: Transaction, run: NewRun, state: RunState & { eventsVerified: bigint }): Promise<void> {
  const { from, to, eventsTotal, ...data } = run;
  await tx.chainVerification.create({
    data: {
      ...{ ...data, ...state },
      fromPosition: from,
      toPosition: to,
      eventsTotal: BigInt(bigintText(eventsTotal)),
    },
  });
}

/** Sends notifications, and seals a run to the end of the chain, which is a governed record. Call it last. */
async function announcePassedRun(
  tx: Transaction,
  { organisationId, id, to }: Pick<NewRun, "organisationId" | "id" | "to">,
  verifiedAt: string,
): Promise<void> {
  await enqueueTracked(tx, { name: "audit/verification.passed", data: { organisationId, verificationId: id } });
  if (to !== null) return;
  const clock = { now: () => Date.parse(verifiedAt) };
  const actor = { kind: "system", id: "verification" } as const;
  await appendInTransaction({ organisation: { id: organisationId }, actor, clock }, tx, [
    {
      eventType: "DATA_ACCESS",
      payload: { kind: "CHAIN_VERIFIED", verificationId: id },
      records: [{ table: "chain_verifications", id }],
    },
  ]);
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
 * Claims a run that no process works on, or marks it as interrupted after too many attempts. Undefined if it is claimed
 * or has ended.
 */
export async function claimRun(organisationId: string, id: string): Promise<VerificationRun | undefined> {
  const { rows } = await pool().query<VerificationRun>(
    `UPDATE chain_verifications SET
       attempts = attempts + 1,
       status = CASE WHEN attempts < ${attemptsMax} THEN 'running' ELSE 'interrupted' END,
       heartbeat_at = now(),
       finished_at = CASE WHEN attempts < ${attemptsMax} THEN NULL ELSE now() END
     WHERE organisation_id = $1 AND id = $2 AND status = 'running'
       AND (heartbeat_at IS NULL OR heartbeat_at < now() - ${abandonedAfter})
     RETURNING ${columns}`,
    [organisationId, id],
  );
  return rows[0];
}

/** Stores a heartbeat and the progress. */
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

/** Releases a run, so that it can be claimed at once. */
export async function releaseRun({ organisationId, id }: VerificationRun): Promise<void> {
  await pool().query(
    `UPDATE chain_verifications SET heartbeat_at = NULL WHERE organisation_id = $1 AND id = $2 AND status = 'running'`,
    [organisationId, id],
  );
}

/** Stores a run's result; if it passed, sends notifications after the commit. */
export async function finishRun(run: VerificationRun, result: StoredResult): Promise<void> {
  const { organisationId, id } = run;
  const finishedAt = result.verifiedAt;
  const events = BigInt(bigintText(result.eventsVerified));
  await inTransaction(undefined, async (tx) => {
    const { count } = await tx.chainVerification.updateMany({
      where: { organisationId, id, status: "running" },
      data: {
        status: result.status,
        report: sealResult(run, result),
        finishedAt,
        eventsVerified: events,
        eventsTotal: events,
      },
    });
    if (count > 0 && result.status === "ok") await announcePassedRun(tx, run, finishedAt);
  });
}

/** Maximum runs per sweep. */
const sweepMax = 500;

/**
 * Requests the execution of runs that have not started after a few seconds, and of runs without a heartbeat for ten
 * minutes. Requested runs get a heartbeat so old that they can be claimed at once. A run is never executed twice at the
 * same time.
 * @returns their number. For maintenance of all organisations.
 */
export async function sweepVerifications(): Promise<number> {
  return inTransaction(undefined, async (tx) => {
    const rows = await tx.$queryRaw<{ organisationId: string; id: string }[]>`
      UPDATE chain_verifications SET heartbeat_at = now() - interval '31 seconds'
      WHERE (organisation_id, id) IN (
        SELECT organisation_id, id FROM chain_verifications
        WHERE status = 'running' AND coalesce(heartbeat_at < now() - interval '10 minutes',
          created_at < now() - ${lostAfterMs} * interval '1 millisecond')
        ORDER BY created_at LIMIT ${sweepMax} FOR UPDATE SKIP LOCKED)
      RETURNING organisation_id AS "organisationId", id`;
    await enqueue(
      tx,
      rows.map(({ organisationId, id }) => requested(organisationId, id)),
    );
    return rows.length;
  });
}

/** Organisations that have, or should have, a chain. For maintenance of all organisations. */
export async function listChains(): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>(
    'SELECT id AS "organisationId" FROM organisations UNION SELECT organisation_id FROM chain_heads ORDER BY 1',
  );
  return rows.map(({ organisationId }) => organisationId);
}

/** The next of them after an ID, at most `limit`, without organisations that move or moved away. */
export async function listServedChains(afterId: string, limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>(
    `SELECT "organisationId" FROM (SELECT id AS "organisationId" FROM organisations WHERE id > $1
       UNION SELECT organisation_id FROM chain_heads WHERE organisation_id > $1) chains
     WHERE ${isServed('"organisationId"')} ORDER BY 1 LIMIT $2`,
    [afterId, limit],
  );
  return rows.map(({ organisationId }) => organisationId);
}
