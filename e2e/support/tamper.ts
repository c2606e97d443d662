import type pg from "pg";

/** The clause that enables a trigger again, by `pg_trigger.tgenabled`. */
const modes = { O: "ENABLE", A: "ENABLE ALWAYS", R: "ENABLE REPLICA", D: "DISABLE" } as const;

/** A table protected by triggers. */
type Guarded = "audit_events" | "chain_heads" | "chain_checkpoints";

/**
 * Changes stored rows outside the service, with the permissions of the database's owner: disables the triggers of a
 * table and enables them again in one transaction. Returns the rows of the statement.
 */
export async function tamper<Row extends pg.QueryResultRow>(
  owner: pg.Pool,
  table: Guarded,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  return await withoutGuards(owner, [table], async (client) => (await client.query<Row>(statement, values)).rows);
}

/** Runs work in one transaction of the owner with the triggers of the tables disabled. */
export async function withoutGuards<T>(
  owner: pg.Pool,
  tables: Guarded[],
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query("BEGIN");
    const { rows: guards } = await client.query<{ trigger: string; mode: keyof typeof modes }>(
      `SELECT format('ALTER TABLE %s %%s TRIGGER %I', tgrelid::regclass, tgname) AS trigger, tgenabled AS mode
       FROM pg_trigger WHERE tgrelid = ANY ($1::regclass[]) AND NOT tgisinternal`,
      [tables],
    );
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const result = await work(client);
    for (const { trigger, mode } of guards) await client.query(trigger.replace("%s", modes[mode]));
    await client.query("COMMIT");
    return result;
  } finally {
    client.release(true);
  }
}
