import type { Connection } from "@/lib/domains/audit-chain/checkpoints/store";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { anyText } from "@/lib/domains/audit-chain/stored-event";
import type { CheckpointSubmission } from "@/lib/generated/prisma/client";
import { isServed, pool, prisma } from "@/lib/platform/database/db";

/** An unverified cosignature. */
export interface StoredCosignature {
  witness: string;
  /** Base64 of the note's signature line. */
  cosignature: string;
}

export async function findCosignatures(
  organisationId: string,
  size: number,
  connection: Connection = pool(),
): Promise<StoredCosignature[]> {
  const { rows } = await connection.query<StoredCosignature>({
    name: "cosignatures-of-size",
    text: `SELECT ${anyText("witness")} AS witness, ${anyText("cosignature")} AS cosignature FROM checkpoint_cosignatures
           WHERE organisation_id = $1 AND size = $2::bigint ORDER BY witness LIMIT 64`,
    values: [organisationId, bigintText(size)],
  });
  return rows;
}

/** The cosignature of a witness for the largest size. */
export async function findLastCosignature(
  organisationId: string,
  witness: string,
): Promise<(StoredCosignature & { size: number }) | undefined> {
  const { rows } = await pool().query<StoredCosignature & { size: number }>({
    name: "cosignature-last",
    text: `SELECT size::float8 AS size, ${anyText("witness")} AS witness, ${anyText("cosignature")} AS cosignature
           FROM checkpoint_cosignatures cosigned
           WHERE organisation_id = $1 AND witness = $2 ORDER BY cosigned.size DESC LIMIT 1`,
    values: [organisationId, witness],
  });
  return rows[0];
}

/** Stores a verified cosignature, unless the witness has one for this size. */
export async function insertCosignature(
  organisationId: string,
  size: number,
  { witness, cosignature }: StoredCosignature,
  receivedAt: Date,
): Promise<void> {
  await pool().query({
    name: "cosignature-insert",
    text: `INSERT INTO checkpoint_cosignatures (organisation_id, size, witness, cosignature, received_at)
           VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    values: [organisationId, size, witness, cosignature, receivedAt],
  });
}

/** The timestamp token of a checkpoint in DER. */
export async function findTimestamp(organisationId: string, size: number): Promise<Buffer | undefined> {
  const { rows } = await pool().query<{ token: Buffer }>({
    name: "timestamp-of-size",
    text: "SELECT token FROM checkpoint_timestamps WHERE organisation_id = $1 AND size = $2::bigint",
    values: [organisationId, bigintText(size)],
  });
  return rows[0]?.token;
}

/** The timestamp token of the largest checkpoint that has one. */
export async function findLastTimestamp(organisationId: string): Promise<{ size: number; token: Buffer } | undefined> {
  const { rows } = await pool().query<{ size: number; token: Buffer }>({
    name: "timestamp-last",
    text: `SELECT size::float8 AS size, token FROM checkpoint_timestamps stamped
           WHERE organisation_id = $1 ORDER BY stamped.size DESC LIMIT 1`,
    values: [organisationId],
  });
  return rows[0];
}

/** Stores a verified timestamp, unless the size has one. */
export async function insertTimestamp(
  organisationId: string,
  size: number,
  token: Uint8Array,
  receivedAt: Date,
): Promise<void> {
  await pool().query({
    name: "timestamp-insert",
    text: `INSERT INTO checkpoint_timestamps (organisation_id, size, token, received_at)
           VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    values: [organisationId, size, token, receivedAt],
  });
}

/** The last response of a witness for a chain. `witness`: its verifier key; `size`: of the submitted checkpoint. */
type StoredSubmission = Omit<CheckpointSubmission, "organisationId" | "size"> & { size: number };

export async function recordSubmission(organisationId: string, submission: StoredSubmission): Promise<void> {
  const { witness } = submission;
  await prisma().checkpointSubmission.upsert({
    where: { organisationId_witness: { organisationId, witness } },
    create: { organisationId, ...submission },
    update: submission,
  });
}

export function findSubmissions(organisationId: string): Promise<CheckpointSubmission[]> {
  return prisma().checkpointSubmission.findMany({ where: { organisationId }, orderBy: { witness: "asc" } });
}

/**
 * Organisations after an id whose last checkpoint lacks a cosignature of these witnesses or a requested timestamp. For
 * maintenance of all organisations.
 */
export async function findOrganisationsLacking(
  afterId: string,
  limit: number,
  { witnesses, timestamp }: { witnesses: string[]; timestamp: boolean },
): Promise<string[]> {
  const { rows } = await pool().query<{ organisationId: string }>({
    name: "witnesses-lacking",
    text: `
      SELECT organisation.id AS "organisationId" FROM organisations organisation
      JOIN LATERAL (
        SELECT size FROM chain_checkpoints WHERE organisation_id = organisation.id ORDER BY size DESC LIMIT 1
      ) latest ON true
      WHERE organisation.id > $1 AND ${isServed("organisation.id")} AND (
        (SELECT count(*) FROM checkpoint_cosignatures cosigned WHERE cosigned.organisation_id = organisation.id
           AND cosigned.size = latest.size AND cosigned.witness = ANY ($3::text[])) < cardinality($3::text[])
        OR $4::boolean AND NOT EXISTS (SELECT FROM checkpoint_timestamps stamped
           WHERE stamped.organisation_id = organisation.id AND stamped.size = latest.size))
      ORDER BY organisation.id LIMIT $2`,
    values: [afterId, limit, witnesses, timestamp],
  });
  return rows.map((row) => row.organisationId);
}
