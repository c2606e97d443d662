import pg from "pg";

/**
 * What is stored of an organisation: for each table how many rows, and a digest of them. When its keys were last used is
 * left out: that is the one thing a refused request may change.
 */
export async function storedRows(owner: pg.Pool, organisationId: string): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'organisation_id' AND t.table_type = 'BASE TABLE'
     ORDER BY 1`,
  );
  const stored: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ digest: string }>(
      `SELECT count(*) || ' rows ' || md5(coalesce(string_agg(content, '|' ORDER BY content), '')) AS digest
       FROM (SELECT (to_jsonb(stored) - 'last_used_at')::text AS content
             FROM ${pg.escapeIdentifier(name)} stored WHERE organisation_id = $1) contents`,
      [organisationId],
    );
    stored[name] = rows[0]?.digest ?? "";
  }
  return stored;
}
