import type { Transaction } from "@/lib/platform/database/db";

/** Identifies a stored response. */
interface Place {
  organisationId: string;
  operation: string;
  key: string;
}

interface Answer {
  requestHash: string;
  status: number;
  response: string;
  headers: Record<string, string>;
}

/** Locks the key until the transaction ends; false if another transaction has locked it. */
export async function lockKey(tx: Transaction, place: Place): Promise<boolean> {
  const name = JSON.stringify([place.organisationId, place.operation, place.key]);
  const rows = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`;
  return rows[0]?.locked === true;
}

export async function findAnswer(tx: Transaction, place: Place, nowIso: string): Promise<Answer | null> {
  const row = await tx.idempotencyKey.findFirst({
    where: { ...place, expiresAt: { gt: nowIso } },
    select: { requestHash: true, status: true, response: true, headers: true },
  });
  return row && { ...row, headers: row.headers as Record<string, string> };
}

export async function storeAnswer(
  tx: Transaction,
  place: Place,
  answer: Answer & { expiresAt: string },
): Promise<void> {
  await tx.idempotencyKey.upsert({
    where: { organisationId_operation_key: place },
    create: { ...place, ...answer },
    update: answer,
  });
}

/**
 * Clears the responses that contain a text, and their request hashes. The hash has no salt, so erased content could be
 * guessed from it. Without it, the key cannot be used again until it expires.
 */
export async function forgetRequests(
  tx: Transaction,
  { organisationId, operation, naming }: Pick<Place, "organisationId" | "operation"> & { naming: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE idempotency_keys SET request_hash = '', response = '{}'
    WHERE organisation_id = ${organisationId} AND operation = ${operation} AND strpos(response, ${naming}) > 0`;
}

/** Deletes some of the organisation's expired responses. */
export async function forgetExpired(tx: Transaction, organisationId: string, nowIso: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM idempotency_keys WHERE (organisation_id, operation, key) IN (
      SELECT organisation_id, operation, key FROM idempotency_keys
      WHERE organisation_id = ${organisationId} AND expires_at < ${nowIso}::timestamptz
      LIMIT 50 FOR UPDATE SKIP LOCKED)`;
}
