import pg from "pg";

const madeByTheClock = [
  "chain_checkpoints",
  "chain_tiles",
  "chain_verifications",
  "event_search_positions",
  "event_words",
];

/**
 * Columns that a rejected request or a background job can change: the last use of a key, and the sending of an e-mail.
 */
const changedInTheBackground: Record<string, string[]> = {
  api_keys: ["last_used_at"],
  mail_messages: ["attempts", "claimed_until", "error", "link_token", "sent_at", "status"],
};

/**
 * The stored rows of an organisation: for each table, their number and a digest. Excludes columns that change in the
 * background, and rows that the service creates on a schedule: checkpoints with their trees, verifications of whole
 * chains, and the search index.
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
       FROM (SELECT (to_jsonb(stored) - ${columns(name)})::text AS content
             FROM ${pg.escapeIdentifier(name)} stored WHERE organisation_id = $1) contents`,
  );
  const { rows } = await owner.query<{ name: string; digest: string }>(digests.join(" UNION ALL "), [organisationId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** The excluded columns of a table, as an SQL array. */
function columns(table: string): string {
  return `ARRAY[${(changedInTheBackground[table] ?? []).map((column) => pg.escapeLiteral(column)).join()}]::text[]`;
}
