import type pg from "pg";
import { type Databases, quoted } from "./rows";
import type { Table } from "./tables";

const copiedTogether = 500;
const comparedTogether = 10_000;

/** Stands for erased content until the copy of `event_erasures` deletes it, because the trigger requires content. */
const erasedContent = "'{}'";

/**
 * Copies the events after the target's head, in transactions that also move the head and the counts, so that an
 * interrupted copy continues where it stopped. The source can be written at the same time.
 *
 * @returns the position of the target's head.
 */
export async function copyEvents(
  { source, target }: Databases,
  { columns }: Table,
  organisationId: string,
  onProgress: (position: number) => void,
): Promise<number> {
  let position = await headPosition(target, organisationId);
  for (;;) {
    const { rows } = await source.query<{ row: string }>(
      `SELECT audit_events::text AS row FROM audit_events WHERE organisation_id = $1 AND chain_position > $2
       ORDER BY chain_position LIMIT ${copiedTogether}`,
      [organisationId, position],
    );
    if (rows.length === 0) return position;
    const values = [rows.map(({ row }) => row)];
    const given = columns.map((name) => (name === "content" ? `coalesce(content, ${erasedContent})` : `"${name}"`));
    await target.query("BEGIN");
    try {
      await target.query(
        `INSERT INTO audit_events (${quoted(columns)}) SELECT ${given.join(", ")} FROM unnest($1::audit_events[])`,
        values,
      );
      await target.query(
        `INSERT INTO audit_event_counts AS known (organisation_id, model_id, event_type, severity, source, events)
         SELECT organisation_id, model_id, event_type, severity, source, count(*) FROM unnest($1::audit_events[])
         GROUP BY organisation_id, model_id, event_type, severity, source
         ON CONFLICT (organisation_id, model_id, event_type, severity, source)
         DO UPDATE SET events = known.events + EXCLUDED.events`,
        values,
      );
      await target.query(
        `UPDATE chain_heads head SET position = last.chain_position, block_hash = last.block_hash, recorded_at = last.recorded_at
         FROM (SELECT * FROM unnest($1::audit_events[]) ORDER BY chain_position DESC LIMIT 1) AS last
         WHERE head.organisation_id = last.organisation_id`,
        values,
      );
      await target.query("COMMIT");
    } catch (error) {
      await target.query("ROLLBACK");
      throw error;
    }
    position = await headPosition(target, organisationId);
    onProgress(position);
  }
}

export async function headPosition(client: pg.Client, organisationId: string): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    "SELECT position::float8 AS position FROM chain_heads WHERE organisation_id = $1",
    [organisationId],
  );
  return rows[0]?.position ?? 0;
}

/**
 * Compares all events by ranges of positions, each with one hash per database.
 *
 * @returns the number of events, and the ranges that differ.
 */
export async function compareEvents(
  { source, target }: Databases,
  { compared }: Table,
  organisationId: string,
): Promise<{ rows: number; differing: string[] }> {
  const differing: string[] = [];
  const last = Math.max(await headPosition(source, organisationId), await headPosition(target, organisationId));
  const text = `SELECT count(*)::int AS rows, md5(string_agg(md5(ROW(${quoted(compared)})::text), '' ORDER BY chain_position)) AS hash
    FROM audit_events WHERE organisation_id = $1 AND chain_position BETWEEN $2 AND $3`;
  let rows = 0;
  for (let from = 1; from <= last; from += comparedTogether) {
    const values = [organisationId, from, from + comparedTogether - 1];
    const [here, there] = await Promise.all(
      [source, target].map(
        async (client) => (await client.query<{ rows: number; hash: string }>(text, values)).rows[0],
      ),
    );
    rows += here?.rows ?? 0;
    if (here?.hash !== there?.hash) differing.push(`positions ${from} to ${from + comparedTogether - 1}`);
  }
  return { rows, differing };
}
