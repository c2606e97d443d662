import pg from "pg";

const madeByTheClock = ["chain_checkpoints", "chain_tiles", "chain_verifications"];

/**
 * What is stored of an organisation: for each table how many rows, and a digest of them. When its keys were last used is
 * left out, which a refused request may change, and so is what the service makes of its own accord, by the clock:
 * checkpoints with the tree below them, and verifications of whole chains.
 */
export async function storedRows(owner: pg.Pool, organisationId: string): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'organisation_id' AND t.table_type = 'BASE TABLE'
       AND c.table_name <> ALL ($1)
     ORDER BY 1`,
    [madeByTheClock],
  );
  const digests = tables.map(
    ({ name }) =>
      `SELECT ${pg.escapeLiteral(name)} AS name,
         count(*) || ' rows ' || md5(coalesce(string_agg(content, '|' ORDER BY content), '')) AS digest
       FROM (SELECT (to_jsonb(stored) - 'last_used_at')::text AS content
             FROM ${pg.escapeIdentifier(name)} stored WHERE organisation_id = $1) contents`,
  );
  const { rows } = await owner.query<{ name: string; digest: string }>(digests.join(" UNION ALL "), [organisationId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
