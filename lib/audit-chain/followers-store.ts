import { bigintText } from "@/lib/audit-chain/store";
import { type StoredEvent, storedEventColumns } from "@/lib/audit-chain/stored-event";
import { pool, type Transaction } from "@/lib/db";

/** What tells whether an organisation's chain has followers, for writers that send their statements themselves. */
export const readFollowers = {
  name: "audit-followers",
  text: "SELECT name FROM chain_followers WHERE organisation_id = $1",
};

/** Begins where the chain ends now; a follower that is there already stays where it is. */
export async function insertFollower(tx: Transaction, organisationId: string, name: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO chain_followers (organisation_id, name, position)
    SELECT organisation_id, ${name}, position FROM chain_heads WHERE organisation_id = ${organisationId}
    ON CONFLICT (organisation_id, name) DO NOTHING`;
}

export async function deleteFollower(tx: Transaction, organisationId: string, name: string): Promise<void> {
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
              sum(octet_length(content)) OVER chain - octet_length(content) AS bytes_before
       FROM (SELECT * FROM audit_events WHERE organisation_id = $1 AND chain_position > $2::bigint
             ORDER BY chain_position LIMIT $3::int + 1) behind
       WINDOW chain AS (ORDER BY chain_position ROWS UNBOUNDED PRECEDING)
     ) measured
     WHERE number <= $3::int AND coalesce(bytes_before, 0) < $4::int ORDER BY number`,
    organisationId,
    bigintText(position),
    limit,
    contentBytesMax,
  );
  return { events: rows, hasMore: (rows[0]?.found ?? 0) > rows.length };
}

export async function moveFollower(
  tx: Transaction,
  organisationId: string,
  name: string,
  position: number,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE chain_followers SET position = greatest(position, ${bigintText(position)}::bigint)
    WHERE organisation_id = ${organisationId} AND name = ${name}`;
}

/** Maintenance over all organisations: those with a follower that stands before the end of its chain. */
export async function findOrganisationsBehind(limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>(
    `SELECT DISTINCT follower.organisation_id AS "organisationId" FROM chain_followers follower
     JOIN chain_heads head USING (organisation_id) WHERE follower.position < head.position LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.organisationId);
}
