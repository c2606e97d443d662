import { inTransaction, isServed, pool } from "@/lib/platform/database/db";

/** Limits per statement. Typical events take less than 0.1 s. */
const limits = { events: 1_000, bytes: 4_000_000 };

/**
 * Indexes the next events of a chain for search.
 *
 * @returns the number of events indexed, 0 at the end of the chain; undefined while another call indexes the chain.
 */
export async function indexNextEvents(organisationId: string): Promise<number | undefined> {
  return inTransaction(undefined, async (tx) => {
    await tx.$executeRaw`
      INSERT INTO event_search_positions (organisation_id, position) VALUES (${organisationId}, 0)
      ON CONFLICT (organisation_id) DO NOTHING`;
    const [at] = await tx.$queryRaw<{ position: bigint }[]>`
      SELECT position FROM event_search_positions WHERE organisation_id = ${organisationId} FOR UPDATE SKIP LOCKED`;
    if (!at) return undefined;
    // An event that an erasure has overtaken already has a row.
    const [done] = await tx.$queryRaw<{ events: number; last: bigint | null }[]>`
      WITH newer AS (
        SELECT chain_position, event_type, content FROM audit_events
        WHERE organisation_id = ${organisationId} AND chain_position > ${at.position}
        ORDER BY chain_position LIMIT ${limits.events}
      ), sized AS (
        SELECT *, sum(octet_length(content)) OVER (ORDER BY chain_position ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW)
          AS bytes_before FROM newer
      ), next AS (
        SELECT * FROM sized WHERE coalesce(bytes_before, 0) < ${limits.bytes}
      ), inserted AS (
        INSERT INTO event_words (organisation_id, chain_position, words)
        SELECT ${organisationId}, chain_position, event_words(${organisationId}, event_type, content) FROM next
        ON CONFLICT (organisation_id, chain_position) DO NOTHING
      )
      SELECT count(*)::int AS events, max(chain_position) AS last FROM next`;
    if (done?.last == null) return 0;
    await tx.$executeRaw`
      UPDATE event_search_positions SET position = ${done.last} WHERE organisation_id = ${organisationId}`;
    return done.events;
  });
}

/** The number of events that the search does not find yet, at most `max`. */
export async function countUnindexed(organisationId: string, max: number): Promise<number> {
  const { rows } = await pool().query<{ events: number }>({
    name: "audit-unindexed",
    text: `SELECT count(*)::int AS events FROM (
        SELECT FROM audit_events WHERE organisation_id = $1 AND chain_position > coalesce(
          (SELECT position FROM event_search_positions WHERE organisation_id = $1), 0) LIMIT $2) AS newer`,
    values: [organisationId, max],
  });
  return rows[0]?.events ?? 0;
}

/** Organisations with events that the search does not find yet, in random order. For maintenance of all organisations. */
export async function findUnindexed(limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>(
    `SELECT organisation_id AS "organisationId" FROM chain_heads head
     LEFT JOIN event_search_positions search USING (organisation_id)
     WHERE head.position > coalesce(search.position, 0) AND ${isServed("head.organisation_id")} ORDER BY random() LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.organisationId);
}
