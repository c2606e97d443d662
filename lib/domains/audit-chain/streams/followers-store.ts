import { bigintText } from "@/lib/domains/audit-chain/store";
import { isServed, pool, type Transaction } from "@/lib/platform/database/db";

/** A follower, as needed by a writer. */
export interface Follower {
  name: string;
  gathers: boolean;
  /** Whether a gatherer has a pending notification. */
  isNotified: boolean;
}

/**
 * The followers of a chain, for writers that send their own statements. The lock keeps a pending notification until
 * the writer has committed, so that a gatherer misses nothing.
 */
export const readFollowers = {
  name: "audit-followers",
  text: `
    WITH pending AS (SELECT name FROM chain_news WHERE organisation_id = $1 FOR KEY SHARE)
    SELECT follower.name, follower.gathers, pending.name IS NOT NULL AS "isNotified"
    FROM chain_followers follower LEFT JOIN pending ON pending.name = follower.name
    WHERE follower.organisation_id = $1`,
};

/** Records a gatherer's pending notification. */
export const insertNotification = {
  name: "audit-insert-notification",
  text: "INSERT INTO chain_news (organisation_id, name) VALUES ($1, $2) ON CONFLICT (organisation_id, name) DO NOTHING",
};

/**
 * Clears a gatherer's pending notification before it reads the chain. Waits for writers that rely on it, so call it
 * outside of any transaction.
 */
export async function clearNotification(organisationId: string, name: string): Promise<void> {
  await pool().query("DELETE FROM chain_news WHERE organisation_id = $1 AND name = $2", [organisationId, name]);
}

export async function findFollowers(tx: Transaction, organisationId: string): Promise<Follower[]> {
  return tx.$queryRawUnsafe<Follower[]>(readFollowers.text, organisationId);
}

/** Starts at the end of the chain; an existing follower keeps its position. */
export async function insertFollower(
  tx: Transaction,
  organisationId: string,
  name: string,
  gathers: boolean,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO chain_followers (organisation_id, name, gathers, position)
    SELECT organisation_id, ${name}, ${gathers}, position FROM chain_heads WHERE organisation_id = ${organisationId}
    ON CONFLICT (organisation_id, name) DO NOTHING`;
}

/** Deletes a follower and its position. */
export async function unfollowChain(tx: Transaction, organisationId: string, name: string): Promise<void> {
  await tx.chainFollower.deleteMany({ where: { organisationId, name } });
}

/** Locks a follower until the transaction ends, and returns its position. */
export async function lockFollower(
  tx: Transaction,
  organisationId: string,
  name: string,
): Promise<{ position: number } | undefined> {
  const rows = await tx.$queryRaw<{ position: number }[]>`
    SELECT position::float8 AS position FROM chain_followers
    WHERE organisation_id = ${organisationId} AND name = ${name} FOR UPDATE`;
  return rows[0];
}

/** Records that a follower has processed everything up to a position. It never moves back. */
export async function advanceFollower(
  tx: Transaction,
  organisationId: string,
  name: string,
  position: number,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE chain_followers SET position = greatest(position, ${bigintText(position)}::bigint)
    WHERE organisation_id = ${organisationId} AND name = ${name}`;
}

/** Organisations with a follower that has not reached the end of the chain. For maintenance of all organisations. */
export async function listLagging(limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>(
    `SELECT DISTINCT follower.organisation_id AS "organisationId" FROM chain_followers follower
     JOIN chain_heads head USING (organisation_id) WHERE follower.position < head.position
       AND ${isServed("follower.organisation_id")} ORDER BY 1 LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.organisationId);
}
