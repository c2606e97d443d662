import { sealReencryption } from "@/lib/audit-chain";
import { pool } from "@/lib/db";

/** What a stream keeps encrypted; a deleted one has none. */
export interface StoredSecrets {
  organisationId: string;
  streamId: string;
  secret: string;
  previousSecret: string | null;
  authorization: string | null;
}

/** Maintenance over all organisations: streams that have secrets, in the order of their ids, behind `afterId`. */
export async function findSecrets(afterId: string, limit: number): Promise<StoredSecrets[]> {
  const { rows } = await pool().query<StoredSecrets>(
    `SELECT organisation_id AS "organisationId", id AS "streamId", secret, previous_secret AS "previousSecret",
       "authorization"
     FROM audit_streams WHERE id > $1 AND secret <> '' ORDER BY id LIMIT $2`,
    [afterId, limit],
  );
  return rows;
}

/** Puts secrets in the place of those that were read, unless they have changed since: false then. */
export async function replaceSecrets(
  before: StoredSecrets,
  after: Pick<StoredSecrets, "secret" | "previousSecret" | "authorization">,
): Promise<boolean> {
  const record = { table: "audit_streams" as const, id: before.streamId };
  return sealReencryption(
    before.organisationId,
    record,
    (tx) => tx.$executeRaw`
    UPDATE audit_streams SET secret = ${after.secret}, previous_secret = ${after.previousSecret},
      "authorization" = ${after.authorization}
    WHERE organisation_id = ${before.organisationId} AND id = ${before.streamId} AND secret = ${before.secret}
      AND previous_secret IS NOT DISTINCT FROM ${before.previousSecret}
      AND "authorization" IS NOT DISTINCT FROM ${before.authorization}`,
  );
}
