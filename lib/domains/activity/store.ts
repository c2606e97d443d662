import { pool } from "@/lib/platform/database/db";

/** When something of a kind was last written, and whether whatever was written before that is committed by now. */
export interface LastChange {
  /** Microseconds since the Unix epoch, by the database's clock; null where nothing ever was. */
  atMicros: number | null;
  isSettled: boolean;
}

/** The ends of an organisation's data. */
interface StoredActivity {
  chainPosition: number;
  /** Events that the last checkpoint signs; 0 where there is none. */
  checkpointSize: number;
  detections: LastChange;
  evidence: LastChange;
  deliveries: LastChange;
  imports: LastChange;
  verifications: LastChange;
  members: LastChange;
  integrations: LastChange;
  alerts: LastChange;
  streams: LastChange;
  reports: LastChange;
  /** How far alert policies have looked at the chain, which moves in the commit of all that comes of them. */
  alertsPosition: number;
}

type Row = Record<keyof StoredActivity, number | null> & { now: number };

/** No transaction of the service takes longer: what was written earlier than that is committed, or never will be. */
const transactionMicrosMax = 30_000_000;

/** Each figure is one end of one index, so that it costs the same whatever there is. */
export async function readActivityStored(organisationId: string): Promise<StoredActivity> {
  const { rows } = await pool().query<Row>({
    name: "activity",
    text: `
      SELECT ${micros("clock_timestamp()")} AS now,
        (SELECT position::float8 FROM chain_heads WHERE organisation_id = $1) AS "chainPosition",
        (SELECT max(size)::float8 FROM chain_checkpoints WHERE organisation_id = $1) AS "checkpointSize",
        ${lastChange(["shadow_ai_detections", "shadow_ai_exception_requests"])} AS detections,
        ${lastChange(["evidence_packages"])} AS evidence,
        ${lastChange(["webhook_deliveries", "webhook_endpoints"])} AS deliveries,
        ${lastChange(["log_imports"])} AS imports,
        ${lastChange(["chain_verifications", "integrity_findings"])} AS verifications,
        ${lastChange(["members"])} AS members,
        ${lastChange(["integrations"])} AS integrations,
        ${lastChange(["alert_policies"])} AS alerts,
        ${lastChange(["audit_streams"])} AS streams,
        ${lastChange(["reports", "report_schedules"])} AS reports,
        (SELECT position::float8 FROM chain_followers WHERE organisation_id = $1 AND name = 'alert-policies')
          AS "alertsPosition"`,
    values: [organisationId],
  });
  const [row] = rows;
  if (!row) throw new Error("a query without a condition gave no row");
  const changeOf = (atMicros: number | null): LastChange => ({
    atMicros,
    isSettled: atMicros === null || row.now - atMicros > transactionMicrosMax,
  });
  return {
    chainPosition: row.chainPosition ?? 0,
    checkpointSize: row.checkpointSize ?? 0,
    detections: changeOf(row.detections),
    evidence: changeOf(row.evidence),
    deliveries: changeOf(row.deliveries),
    imports: changeOf(row.imports),
    verifications: changeOf(row.verifications),
    members: changeOf(row.members),
    integrations: changeOf(row.integrations),
    alerts: changeOf(row.alerts),
    streams: changeOf(row.streams),
    reports: changeOf(row.reports),
    alertsPosition: row.alertsPosition ?? 0,
  };
}

function lastChange(tables: string[]): string {
  const ends = tables.map((table) => `(SELECT max(changed_at) FROM ${table} WHERE organisation_id = $1)`);
  return micros(`greatest(${ends.join(", ")})`);
}

function micros(time: string): string {
  return `(extract(epoch FROM ${time}) * 1000000)::float8`;
}
