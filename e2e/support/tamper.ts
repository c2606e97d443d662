import type pg from "pg";

/**
 * Changes stored rows behind the service's back, as whoever owns the database can: with the guards of a table switched
 * off, and on again, in one transaction. Returns the rows of the statement.
 */
export async function tamper<Row extends pg.QueryResultRow>(
  owner: pg.Pool,
  table: "audit_events" | "chain_heads",
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  const client = await owner.connect();
  try {
    await client.query("BEGIN");
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const { rows } = await client.query<Row>(statement, values);
    const { rows: guards } = await client.query<{ name: string }>(
      "SELECT quote_ident(tgname) AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal",
      [table],
    );
    for (const { name } of guards) await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`);
    await client.query("COMMIT");
    return rows;
  } finally {
    client.release(true);
  }
}
