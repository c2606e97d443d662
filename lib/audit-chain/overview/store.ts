import { isOpen } from "@/lib/audit-chain/findings/resolution-store";
import { pool } from "@/lib/db";

/** What is known of whether a chain is intact. */
export interface StoredChainHealth {
  /** The last verification of the whole chain that came to an end, by passing or by being given up. */
  lastRun: { status: "ok" | "interrupted" | "not_verified"; finishedAt: Date } | undefined;
  /** The last one that passed. */
  lastPassed: { verifiedTo: number; finishedAt: Date } | undefined;
  /** Those that are not resolved. */
  findings: number;
  /**
   * The open finding farthest to the chain's beginning; one about the database's schema only where there is no other. `eventId`
   * may be what stands for a place without an event.
   */
  firstFinding: { eventId: string; chainPosition: number; code: string } | undefined;
  lastCheckpointAt: Date | null;
}

interface HealthRow {
  lastStatus: "ok" | "interrupted" | "not_verified" | null;
  lastFinishedAt: Date | null;
  verifiedTo: number | null;
  passedAt: Date | null;
  findings: number;
  firstFinding: StoredChainHealth["firstFinding"] | null;
  lastCheckpointAt: Date | null;
}

/**
 * Each part is the end of an index. A verification that failed for what its caller kept alone says nothing of the chain;
 * any other that failed left findings.
 */
export async function readStoredHealth(organisationId: string): Promise<StoredChainHealth> {
  const { rows } = await pool().query<HealthRow>({
    name: "chain-health",
    text: `
      SELECT last.status AS "lastStatus", last.finished_at AS "lastFinishedAt", passed.finished_at AS "passedAt",
        (passed.report::json ->> 'to')::float8 AS "verifiedTo",
        (SELECT count(*)::float8 FROM integrity_findings finding WHERE organisation_id = $1 AND ${isOpen}) AS findings,
        (SELECT json_build_object('eventId', event_id, 'chainPosition', chain_position, 'code', code)
         FROM integrity_findings finding WHERE organisation_id = $1 AND ${isOpen}
         ORDER BY starts_with(code, 'schema_'), chain_position LIMIT 1) AS "firstFinding",
        (SELECT issued_at FROM chain_checkpoints WHERE organisation_id = $1 ORDER BY size DESC LIMIT 1) AS "lastCheckpointAt"
      FROM (SELECT) AS one
      LEFT JOIN LATERAL (${lastRunOf("'ok', 'interrupted', 'not_verified'")}) AS last ON true
      LEFT JOIN LATERAL (${lastRunOf("'ok'")}) AS passed ON true`,
    values: [organisationId],
  });
  const [row] = rows;
  if (!row) throw new Error("a query without a condition gave no row");
  const { lastStatus, lastFinishedAt, passedAt, verifiedTo, findings, firstFinding, lastCheckpointAt } = row;
  return {
    lastRun: lastStatus && lastFinishedAt ? { status: lastStatus, finishedAt: lastFinishedAt } : undefined,
    lastPassed: passedAt ? { verifiedTo: verifiedTo ?? 0, finishedAt: passedAt } : undefined,
    findings,
    firstFinding: firstFinding ?? undefined,
    lastCheckpointAt,
  };
}

function lastRunOf(statuses: string): string {
  return `
    SELECT status, finished_at, report FROM chain_verifications
    WHERE organisation_id = $1 AND from_position IS NULL AND to_position IS NULL AND finished_at IS NOT NULL
      AND status IN (${statuses})
    ORDER BY finished_at DESC LIMIT 1`;
}

/**
 * How many events a chain had at some times, and has now. `recordedAt` never runs backwards along a chain, so each time is
 * looked for by halving: twenty events are read for it where there are a million.
 */
export async function countEventsAt(organisationId: string, times: Date[]): Promise<{ before: number[]; now: number }> {
  const { rows } = await pool().query<{ before: number; head: number }>({
    name: "chain-events-at",
    text: `
      WITH RECURSIVE head AS (
        SELECT coalesce((SELECT position FROM chain_heads WHERE organisation_id = $1), 0) AS position
      ), search AS (
        SELECT n, at, 0::bigint AS low, head.position AS high, head.position AS head
        FROM unnest($2::timestamptz[]) WITH ORDINALITY AS wanted (at, n), head
        UNION ALL
        SELECT n, at, CASE WHEN is_before THEN middle ELSE low END, CASE WHEN is_before THEN high ELSE middle - 1 END, head
        FROM search
        CROSS JOIN LATERAL (SELECT (low + high + 1) / 2 AS middle) AS halves
        CROSS JOIN LATERAL (SELECT coalesce((
          SELECT recorded_at < at FROM audit_events
          WHERE organisation_id = $1 AND chain_position <= middle ORDER BY chain_position DESC LIMIT 1), true) AS is_before
        ) AS looked
        WHERE low < high
      )
      SELECT low::float8 AS before, head::float8 AS head FROM search WHERE low = high ORDER BY n`,
    values: [organisationId, times.map((time) => time.toISOString())],
  });
  return { before: rows.map(({ before }) => before), now: rows[0]?.head ?? 0 };
}
