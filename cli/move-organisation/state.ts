import type pg from "pg";
import type { OrganisationMove } from "@/lib/platform/core/context";

/** The organisation's move in a database; undefined if it does not move. */
export async function readMove(db: pg.Client | pg.Pool, organisationId: string): Promise<OrganisationMove | undefined> {
  const { rows } = await db.query<OrganisationMove>(
    "SELECT state, address FROM organisation_moves WHERE organisation_id = $1",
    [organisationId],
  );
  return rows[0];
}

/**
 * Reserves the move in a database until the connection ends.
 *
 * @throws Error if another run of the command has reserved it.
 */
export async function reserve(client: pg.Client, organisationId: string): Promise<void> {
  const { rows } = await client.query<{ reserved: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended('organisations:move ' || $1, 0)) AS reserved",
    [organisationId],
  );
  if (rows[0]?.reserved !== true)
    throw new Error("Another run of organisations:move is moving this organisation. Wait until it has ended.");
}

export async function setState(
  client: pg.Client,
  organisationId: string,
  state: OrganisationMove["state"],
): Promise<void> {
  await client.query(
    `INSERT INTO organisation_moves (organisation_id, state) VALUES ($1, $2)
     ON CONFLICT (organisation_id) DO UPDATE SET state = EXCLUDED.state, changed_at = now()`,
    [organisationId, state],
  );
}

const lockTimeout = "10s";

/**
 * Stops all writes for the organisation, in every process: waits for the transactions that have written already, and the
 * trigger `organisation_writes` rejects all later ones.
 */
export async function stopWrites(client: pg.Client, organisationId: string): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('organisation_moves ' || $1, 0))", [
      organisationId,
    ]);
    await setState(client, organisationId, "STOPPED");
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** The source accepts writes again, unless the organisation has moved. */
export async function reopen(db: pg.Client | pg.Pool, organisationId: string): Promise<void> {
  await db.query("DELETE FROM organisation_moves WHERE organisation_id = $1 AND state IN ('CLOSING', 'STOPPED')", [
    organisationId,
  ]);
}

/** The source rejects all requests from now on, and names the address. @throws Error if it was opened again. */
export async function markMoved(client: pg.Client, organisationId: string, address: string): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE organisation_moves SET state = 'MOVED', address = $2, changed_at = now()
     WHERE organisation_id = $1 AND state = 'STOPPED'`,
    [organisationId, address],
  );
  if (rowCount !== 1) throw new Error("The source accepts writes again. Start the switch again.");
}

/** The target serves the organisation from now on. */
export async function activate(client: pg.Client, organisationId: string): Promise<void> {
  await client.query("DELETE FROM organisation_moves WHERE organisation_id = $1 AND state = 'ARRIVING'", [
    organisationId,
  ]);
}

/** The effects that are not done. Their rows name the organisation, or one of its e-mails, only in the event. */
const ofOrganisation = `event::jsonb -> 'data' ->> 'organisationId' = $1 OR EXISTS (
  SELECT FROM mail_messages WHERE organisation_id = $1 AND id = event::jsonb -> 'data' ->> 'mailId')`;

export async function copyEffects(source: pg.Client, target: pg.Client, organisationId: string): Promise<void> {
  const { rows } = await source.query<{ row: string }>(
    `SELECT pending_effects::text AS row FROM pending_effects WHERE ${ofOrganisation}`,
    [organisationId],
  );
  await target.query(
    "INSERT INTO pending_effects SELECT * FROM unnest($1::pending_effects[]) ON CONFLICT (key) DO NOTHING",
    [rows.map(({ row }) => row)],
  );
}

export async function dropEffects(source: pg.Client, organisationId: string): Promise<void> {
  await source.query(`DELETE FROM pending_effects WHERE ${ofOrganisation}`, [organisationId]);
}
