import type { ActivityKind } from "@/lib/domains/activity/schemas";
import { pool } from "@/lib/platform/database/db";

/** The last write of a kind of data. */
export interface LastChange {
  /** Microseconds since the Unix epoch, by the database's clock. Null if nothing was ever written. */
  atMicros: number | null;
  /** Whether all earlier writes have ended. */
  isSettled: boolean;
}

interface StoredActivity {
  chainPosition: number;
  /** The number of events that the last checkpoint signs. 0 without a checkpoint. */
  checkpointSize: number;
  /** The chain position up to which alert policies were evaluated. It moves in the same commit as their results. */
  alertsPosition: number;
  changes: Record<ActivityKind, LastChange>;
}

const tables: Record<ActivityKind, string[]> = {
  detections: [
    "shadow_ai_detections",
    "shadow_ai_exception_requests",
    "shadow_ai_comments",
    "shadow_ai_tickets",
    "shadow_ai_identifications",
  ],
  evidence: ["evidence_packages"],
  deliveries: ["webhook_deliveries", "webhook_endpoints"],
  imports: ["log_imports"],
  verifications: ["chain_verifications", "integrity_findings"],
  members: ["members"],
  integrations: ["integrations"],
  alerts: ["alert_policies"],
  streams: ["audit_streams"],
  reports: ["reports", "report_schedules"],
};
const kinds = Object.keys(tables) as ActivityKind[];

type Positions = Omit<StoredActivity, "changes">;
type Row = Record<keyof Positions | ActivityKind, number | null> & { now: number };

/** The maximum duration of a transaction: earlier writes are committed or rolled back. */
const transactionMicrosMax = 30_000_000;

/** Reads one entry of an index per table, so that the cost does not depend on the amount of data. */
export async function readActivityStored(organisationId: string): Promise<StoredActivity> {
  const { rows } = await pool().query<Row>({
    name: "activity",
    text: `
      SELECT ${micros("clock_timestamp()")} AS now,
        (SELECT position::float8 FROM chain_heads WHERE organisation_id = $1) AS "chainPosition",
        (SELECT max(size)::float8 FROM chain_checkpoints WHERE organisation_id = $1) AS "checkpointSize",
        (SELECT position::float8 FROM chain_followers WHERE organisation_id = $1 AND name = 'alert-policies')
          AS "alertsPosition",
        ${kinds.map((kind) => `${lastChange(tables[kind])} AS ${kind}`).join(", ")}`,
    values: [organisationId],
  });
  const [row] = rows;
  if (!row) throw new Error("the activity query returned no row");
  const changes = kinds.map((kind) => {
    const atMicros = row[kind];
    return [kind, { atMicros, isSettled: atMicros === null || row.now - atMicros > transactionMicrosMax }];
  });
  return {
    chainPosition: row.chainPosition ?? 0,
    checkpointSize: row.checkpointSize ?? 0,
    alertsPosition: row.alertsPosition ?? 0,
    changes: Object.fromEntries(changes),
  };
}

function lastChange(names: string[]): string {
  const times = names.map((table) => `(SELECT max(changed_at) FROM ${table} WHERE organisation_id = $1)`);
  return micros(`greatest(${times.join(", ")})`);
}

function micros(time: string): string {
  return `(extract(epoch FROM ${time}) * 1000000)::float8`;
}
