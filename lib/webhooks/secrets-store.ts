import { sealReencryption } from "@/lib/audit-chain";
import { pool } from "@/lib/db";

/** The encrypted secrets of an endpoint; a deleted one has none. */
export interface StoredSecrets {
  organisationId: string;
  endpointId: string;
  secret: string;
  previousSecret: string | null;
}

/** Maintenance over all organisations: endpoints that have secrets, in the order of their ids, behind `afterId`. */
export async function findSecrets(afterId: string, limit: number): Promise<StoredSecrets[]> {
  const { rows } = await pool().query<StoredSecrets>(
    `SELECT organisation_id AS "organisationId", id AS "endpointId", secret, previous_secret AS "previousSecret"
     FROM webhook_endpoints WHERE id > $1 AND secret <> '' ORDER BY id LIMIT $2`,
    [afterId, limit],
  );
  return rows;
}

/** Puts secrets in the place of those that were read, unless they have changed since: false then. */
export async function replaceSecrets(
  before: StoredSecrets,
  after: Pick<StoredSecrets, "secret" | "previousSecret">,
): Promise<boolean> {
  const record = { table: "webhook_endpoints" as const, id: before.endpointId };
  return sealReencryption(
    before.organisationId,
    record,
    (tx) => tx.$executeRaw`
    UPDATE webhook_endpoints SET secret = ${after.secret}, previous_secret = ${after.previousSecret}
    WHERE organisation_id = ${before.organisationId} AND id = ${before.endpointId} AND secret = ${before.secret}
      AND previous_secret IS NOT DISTINCT FROM ${before.previousSecret}`,
  );
}
