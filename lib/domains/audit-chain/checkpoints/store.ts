import type { Pool } from "pg";
import { genesisHash } from "@/lib/domains/audit-chain/block";
import { type Checkpoint, checkpointHash } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { anyIsoText, anyText, clockText } from "@/lib/domains/audit-chain/stored-event";
import { isServed, pool } from "@/lib/platform/database/db";

/** The pool, or the connection of a transaction. */
export type Connection = Pick<Pool, "query">;

/** The select list of a {@link Checkpoint}, for `FROM chain_checkpoints`. Reads any tampered row. */
const checkpointColumns = `
  organisation_id AS "organisationId", coalesce(size, 0)::float8 AS size, ${anyText("head_hash")} AS "headHash",
  ${anyText("root_hash")} AS "rootHash", ${anyIsoText("issued_at")} AS "issuedAt",
  ${anyText("previous_checkpoint_hash")} AS "previousCheckpointHash", ${anyText("key_id")} AS "keyId",
  ${anyText("signature")} AS signature`;

/** Checkpoints above a size (undefined: all), in order. */
async function findCheckpointsAbove(
  organisationId: string,
  size: number | undefined,
  limit: number,
  connection: Connection = pool(),
): Promise<Checkpoint[]> {
  const { rows } = await connection.query<Checkpoint>({
    text: `SELECT ${checkpointColumns} FROM chain_checkpoints
           WHERE organisation_id = $1 AND ($2::bigint IS NULL OR size > $2::bigint) ORDER BY size LIMIT $3`,
    values: [organisationId, size === undefined ? null : bigintText(size), limit],
  });
  return rows;
}

export async function latestCheckpoint(
  organisationId: string,
  connection: Connection = pool(),
): Promise<Checkpoint | undefined> {
  const { rows } = await connection.query<Checkpoint>({
    name: "checkpoint-latest",
    text: `SELECT ${checkpointColumns} FROM chain_checkpoints WHERE organisation_id = $1 ORDER BY size DESC LIMIT 1`,
    values: [organisationId],
  });
  return rows[0];
}

/** Checkpoints up to a size (undefined: all), largest first. */
export async function findCheckpointsUpTo(
  organisationId: string,
  size: number | undefined,
  limit: number,
): Promise<Checkpoint[]> {
  const { rows } = await pool().query<Checkpoint>({
    text: `SELECT ${checkpointColumns} FROM chain_checkpoints
           WHERE organisation_id = $1 AND ($2::bigint IS NULL OR size <= $2::bigint)
           ORDER BY chain_checkpoints.size DESC LIMIT $3`,
    values: [organisationId, size === undefined ? null : bigintText(size), limit],
  });
  return rows;
}

/** A chain and its last checkpoint, in one snapshot. */
export interface ChainState {
  /** The database's clock. */
  databaseTime: string;
  head: { position: number; blockHash: string } | undefined;
  hashAtHead: string | null;
  checkpoint: Checkpoint | undefined;
  eventAtCheckpoint: { id: string; blockHash: string } | undefined;
}

/** One statement, for one snapshot without waiting for a lock. */
export async function readChainState(organisationId: string): Promise<ChainState> {
  const { rows } = await pool().query<StateRow>({
    name: "checkpoint-state",
    text: `
      WITH checkpoint AS MATERIALIZED (
        SELECT size AS stored_size, ${checkpointColumns} FROM chain_checkpoints WHERE organisation_id = $1
        ORDER BY chain_checkpoints.size DESC LIMIT 1
      )
      SELECT head.position::float8 AS "position", head.block_hash AS "headHash", (
        SELECT block_hash FROM audit_events WHERE organisation_id = $1 AND chain_position = head.position LIMIT 1
      ) AS "hashAtHead", event.id AS "eventId", event.block_hash AS "eventHash", to_jsonb(checkpoint) - 'stored_size' AS checkpoint,
        ${clockText} AS "databaseTime"
      FROM (SELECT) one
      LEFT JOIN chain_heads head ON head.organisation_id = $1
      LEFT JOIN checkpoint ON true
      LEFT JOIN audit_events event ON event.organisation_id = $1 AND event.chain_position = checkpoint.stored_size`,
    values: [organisationId],
  });
  const row = rows[0];
  if (!row) throw new Error("a query without a condition gave no row");
  const { databaseTime, position, headHash, hashAtHead, eventId, eventHash, checkpoint } = row;
  return {
    databaseTime,
    head: position === null ? undefined : { position, blockHash: headHash ?? "" },
    hashAtHead,
    checkpoint: checkpoint ?? undefined,
    eventAtCheckpoint: eventHash === null ? undefined : { id: eventId ?? "", blockHash: eventHash },
  };
}

interface StateRow {
  databaseTime: string;
  position: number | null;
  headHash: string | null;
  hashAtHead: string | null;
  eventId: string | null;
  eventHash: string | null;
  checkpoint: Checkpoint | null;
}

/** An event that does not name its predecessor. */
export interface BrokenLink {
  chainPosition: number;
  eventId: string;
  previousHash: string;
  /** The hash of the event at the previous position, if any. */
  precedingHash: string | null;
}

/**
 * The first event in a range that does not name its predecessor, or whose predecessor is missing. The event at the
 * last position must exist.
 */
export async function findBrokenLink(
  organisationId: string,
  from: number,
  to: number,
): Promise<BrokenLink | undefined> {
  const { rows } = await pool().query<BrokenLink>({
    name: "checkpoint-links",
    text: `
      SELECT linked.chain_position::float8 AS "chainPosition", ${anyText("linked.id")} AS "eventId",
             ${anyText("linked.previous_hash")} AS "previousHash", linked.preceding_hash AS "precedingHash"
      FROM (
        SELECT chain_position, id, previous_hash, lag(block_hash) OVER (ORDER BY chain_position) AS preceding_hash
        FROM audit_events WHERE organisation_id = $1 AND chain_position >= $2::bigint - 1 AND chain_position <= $3::bigint
      ) linked
      WHERE linked.chain_position >= $2::bigint
        AND linked.previous_hash IS DISTINCT FROM CASE linked.chain_position WHEN 1 THEN $4 ELSE linked.preceding_hash END
      ORDER BY linked.chain_position LIMIT 1`,
    values: [organisationId, from, to, genesisHash],
  });
  return rows[0];
}

/** Stores a checkpoint; false if one of the same size or with the same predecessor exists. */
export async function insertCheckpoint(checkpoint: Checkpoint): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "checkpoint-insert",
    text: `INSERT INTO chain_checkpoints (organisation_id, size, head_hash, root_hash, issued_at,
             previous_checkpoint_hash, key_id, signature, checkpoint_hash)
           VALUES ($1, $2, $3, $4, $5::timestamptz, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    values: [
      checkpoint.organisationId,
      checkpoint.size,
      checkpoint.headHash,
      checkpoint.rootHash,
      checkpoint.issuedAt,
      checkpoint.previousCheckpointHash,
      checkpoint.keyId,
      checkpoint.signature,
      checkpointHash(checkpoint),
    ],
  });
  return rowCount === 1;
}

export async function findCheckpoint(organisationId: string, size: number): Promise<Checkpoint | undefined> {
  const { rows } = await pool().query<Checkpoint>({
    name: "checkpoint-of-size",
    text: `SELECT ${checkpointColumns} FROM chain_checkpoints WHERE organisation_id = $1 AND size = $2::bigint`,
    values: [organisationId, bigintText(size)],
  });
  return rows[0];
}

/** Organisations after an id with events since their last checkpoint. For maintenance of all organisations. */
export async function findOrganisationsDue(afterId: string, limit: number): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>({
    name: "checkpoint-due",
    text: `
      SELECT head.organisation_id AS "organisationId" FROM chain_heads head
      WHERE head.organisation_id > $1 AND head.position > coalesce((
        SELECT size FROM chain_checkpoints checkpoint WHERE checkpoint.organisation_id = head.organisation_id
        ORDER BY size DESC LIMIT 1), 0) AND ${isServed("head.organisation_id")}
      ORDER BY head.organisation_id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows.map((row) => row.organisationId);
}

/** A page of organisations with the sizes of their last checkpoints. For maintenance of all organisations. */
export async function findLatestSizes(
  afterId: string,
  limit: number,
): Promise<{ organisationId: string; size: number }[]> {
  const { rows } = await pool().query<{ organisationId: string; size: number }>({
    name: "checkpoint-latest-sizes",
    text: `
      SELECT organisation.id AS "organisationId", coalesce(latest.size, 0)::float8 AS size FROM organisations organisation
      LEFT JOIN LATERAL (
        SELECT size FROM chain_checkpoints WHERE organisation_id = organisation.id ORDER BY size DESC LIMIT 1
      ) latest ON true
      WHERE organisation.id > $1 ORDER BY organisation.id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows;
}

const pageSize = 500;

/** The unverified checkpoints of an organisation above a size, smallest first, with one page in memory. */
export async function* readCheckpoints(
  organisationId: string,
  { aboveSize, connection }: { aboveSize?: number; connection?: Connection } = {},
): AsyncGenerator<Checkpoint, void, undefined> {
  let above = aboveSize;
  for (;;) {
    const page = await findCheckpointsAbove(organisationId, above, pageSize, connection);
    yield* page;
    if (page.length < pageSize) return;
    above = page.at(-1)?.size;
  }
}

/** Whether the database has no chain yet: no event, no checkpoint and no head of a non-empty chain. */
export async function hasNoChain(): Promise<boolean> {
  const { rows } = await pool().query<{ isEmpty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM audit_events) AND NOT EXISTS (SELECT FROM chain_checkpoints)
       AND NOT EXISTS (SELECT FROM chain_heads WHERE position > 0) AS "isEmpty"`,
  );
  return rows[0]?.isEmpty === true;
}
