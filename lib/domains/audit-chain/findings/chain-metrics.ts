import { coversChain } from "@/lib/domains/audit-chain/verification/runs-store";
import { isServed, pool } from "@/lib/platform/database/db";
import { databaseGauges } from "@/lib/platform/telemetry/database-gauges";

interface ChainFigures {
  /** Chains by the result of their last nightly or full verification. */
  ok: number;
  failed: number;
  not_verified: number;
  interrupted: number;
  unverified: number;
  oldestVerificationSeconds: number;
  /** The same for full verifications, which run once a week. */
  oldestWholeSeconds: number;
  openFindings: number;
  uncheckpointedSeconds: number;
}

/**
 * Registers metrics of the state of all chains, read from the database. Chains of organisations that move to or from another
 * installation are not included, because no job of this installation verifies or signs them.
 */
export function chainMetrics(): void {
  databaseGauges(readChainFigures, "could not read chain metrics", [
    {
      name: "gas_audit_chains",
      help: "Chains by the result of their last nightly or full verification: ok, failed, not_verified (some checks were not possible), interrupted or unverified.",
      of: ["ok", "failed", "not_verified", "interrupted", "unverified"],
    },
    {
      name: "gas_audit_chain_verification_age_seconds",
      help: "Seconds since the last nightly or full verification with a result (ok or failed) of the chain that was verified least recently. For chains without one, since their first event.",
      of: ({ oldestVerificationSeconds }) => oldestVerificationSeconds,
    },
    {
      name: "gas_audit_chain_full_verification_age_seconds",
      help: "Seconds since the last full verification with a result (ok or failed) of the chain that was fully verified least recently. For chains without a full verification, since their first event.",
      of: ({ oldestWholeSeconds }) => oldestWholeSeconds,
    },
    {
      name: "gas_audit_chain_open_findings",
      help: "Integrity findings that are not resolved.",
      of: ({ openFindings }) => openFindings,
    },
    {
      name: "gas_audit_chain_uncheckpointed_seconds",
      help: "Age in seconds of the oldest event that is not covered by a checkpoint.",
      of: ({ uncheckpointedSeconds }) => uncheckpointedSeconds,
    },
  ]);
}

/** Reads the figures of all chains that this installation serves. */
export async function readChainFigures(): Promise<ChainFigures> {
  const { rows } = await pool().query<ChainFigures>({
    name: "chain-figures",
    text: `
      WITH chains AS (
        SELECT latest.status, coalesce(verified.finished_at, start.recorded_at) AS finished_at,
          coalesce(whole.finished_at, start.recorded_at) AS whole_at, uncovered.recorded_at AS uncovered_at
        FROM chain_heads AS head
        LEFT JOIN LATERAL (
          SELECT status FROM chain_verifications
          WHERE organisation_id = head.organisation_id AND ${coversChain}
          ORDER BY finished_at DESC LIMIT 1
        ) AS latest ON true
        LEFT JOIN LATERAL (
          SELECT finished_at FROM chain_verifications
          WHERE organisation_id = head.organisation_id AND ${coversChain} AND status IN ('ok', 'failed')
          ORDER BY finished_at DESC LIMIT 1
        ) AS verified ON true
        LEFT JOIN LATERAL (
          SELECT finished_at FROM chain_verifications
          WHERE organisation_id = head.organisation_id AND ${coversChain} AND mode = 'full' AND status IN ('ok', 'failed')
          ORDER BY finished_at DESC LIMIT 1
        ) AS whole ON true
        LEFT JOIN LATERAL (
          SELECT size FROM chain_checkpoints WHERE organisation_id = head.organisation_id ORDER BY size DESC LIMIT 1
        ) AS checkpoint ON true
        LEFT JOIN audit_events AS uncovered
          ON uncovered.organisation_id = head.organisation_id
          AND uncovered.chain_position = coalesce(checkpoint.size, 0) + 1
        LEFT JOIN audit_events AS start
          ON start.organisation_id = head.organisation_id AND start.chain_position = 1 AND isfinite(start.recorded_at)
        WHERE head.position > 0 AND ${isServed("head.organisation_id")}
      )
      SELECT
        count(*) FILTER (WHERE status = 'ok')::integer AS ok,
        count(*) FILTER (WHERE status = 'failed')::integer AS failed,
        count(*) FILTER (WHERE status = 'not_verified')::integer AS not_verified,
        count(*) FILTER (WHERE status = 'interrupted')::integer AS interrupted,
        count(*) FILTER (WHERE status IS NULL)::integer AS unverified,
        coalesce(extract(epoch FROM now() - min(finished_at)), 0)::float AS "oldestVerificationSeconds",
        coalesce(extract(epoch FROM now() - min(whole_at)), 0)::float AS "oldestWholeSeconds",
        greatest(coalesce(extract(epoch FROM now() - min(uncovered_at)), 0), 0)::float AS "uncheckpointedSeconds",
        (SELECT count(*) FROM integrity_findings AS finding WHERE ${isServed("finding.organisation_id")} AND NOT EXISTS (
          SELECT FROM finding_resolutions AS resolution
          WHERE (resolution.organisation_id, resolution.event_id, resolution.code) =
                (finding.organisation_id, finding.event_id, finding.code) AND resolution.status = 'RESOLVED'
        ))::integer AS "openFindings"
      FROM chains`,
  });
  const [figures] = rows;
  if (!figures) throw new Error("the query returned no row");
  return figures;
}
