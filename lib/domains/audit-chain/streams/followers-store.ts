import { bigintText } from "@/lib/domains/audit-chain/store";
import { type StoredEvent, storedEventColumns } from "@/lib/domains/audit-chain/stored-event";
import { pool, type Transaction } from "@/lib/platform/database/db";

/** Somebody who reads a chain behind its writers, as a writer sees them. */
export interface Follower {
  name: string;
  gathers: boolean;
  /** Whether a gatherer was told and has not begun to look: whatever is committed until then they will find. */
  isTold: boolean;
}

/**
 * The followers of a chain, for writers that send their own statements. The lock keeps a pending notification until
 * the writer has committed, so that a gatherer misses nothing.
 */
export const readFollowers = {
  name: "audit-followers",
  text: `
    WITH news AS (SELECT name FROM chain_news WHERE organisation_id = $1 FOR KEY SHARE)
    SELECT follower.name, follower.gathers, news.name IS NOT NULL AS "isTold"
    FROM chain_followers follower LEFT JOIN news ON news.name = follower.name
    WHERE follower.organisation_id = $1`,
};

/** Notes that a gatherer is told. */
export const insertNews = {
  name: "audit-insert-news",
  text: "INSERT INTO chain_news (organisation_id, name) VALUES ($1, $2) ON CONFLICT (organisation_id, name) DO NOTHING",
};

/**
 * Clears a gatherer's pending notification before it reads the chain. Waits for writers that rely on it, so call it
 * outside of any transaction.
 */
export async function takeNews(organisationId: string, name: string): Promise<void> {
  await pool().query("DELETE FROM chain_news WHERE organisation_id = $1 AND name = $2", [organisationId, name]);
}

/** Who follows an organisation's chain. */
export async function findFollowers(tx: Transaction, organisationId: string): Promise<Follower[]> {
  return tx.$queryRawUnsafe<Follower[]>(readFollowers.text, organisationId);
}

/** Begins where the chain ends now; a follower that is there already stays where it is. */
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

/** Ends what `followChain` began; the follower's position is forgotten. */
export async function unfollowChain(tx: Transaction, organisationId: string, name: string): Promise<void> {
  await tx.chainFollower.deleteMany({ where: { organisationId, name } });
}

/** Where a follower stands; its row is held until the transaction ends. Undefined where there is none. */
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

/** Bytes of content that are read at once, whatever the limit: 500 events may have 256 KiB each. */
const contentBytesMax = 8 * 1024 * 1024;

/** Events behind a position, in the chain's order: at least one, but no more than hold few enough bytes. */
export async function findEventsBehind(
  tx: Transaction,
  organisationId: string,
  position: number,
  limit: number,
): Promise<{ events: StoredEvent[]; hasMore: boolean }> {
  const rows = await tx.$queryRawUnsafe<(StoredEvent & { found: number })[]>(
    `SELECT ${storedEventColumns}, found FROM (
       SELECT *, count(*) OVER ()::int AS found, row_number() OVER chain AS number,
              sum(coalesce(octet_length(content), 0)) OVER chain - coalesce(octet_length(content), 0) AS bytes_before
       FROM (SELECT * FROM audit_events WHERE organisation_id = $1 AND chain_position > $2::bigint
             ORDER BY chain_position LIMIT $3::int + 1) behind
       WINDOW chain AS (ORDER BY chain_position ROWS UNBOUNDED PRECEDING)
     ) audit_events
     WHERE number <= $3::int AND coalesce(bytes_before, 0) < $4::int ORDER BY number`,
    organisationId,
    bigintText(position),
    limit,
    contentBytesMax,
  );
  return { events: rows, hasMore: (rows[0]?.found ?? 0) > rows.length };
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

/** Maintenance over all organisations: those with a follower that has not reached the end of its chain, at most `limit`. */
export async function listBehind(limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>(
    `SELECT DISTINCT follower.organisation_id AS "organisationId" FROM chain_followers follower
     JOIN chain_heads head USING (organisation_id) WHERE follower.position < head.position ORDER BY 1 LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.organisationId);
}
