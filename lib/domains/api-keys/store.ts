import { moveColumn } from "@/lib/domains/organisations";
import type { ApiKey } from "@/lib/generated/prisma/client";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { OrganisationMove } from "@/lib/platform/core/context";
import { isId } from "@/lib/platform/core/id-prefixes";
import { pool, prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

/** A stored key without its hash. */
export type StoredKey = Omit<ApiKey, "organisationId" | "keyHash">;

/** A key and its organisation, for authentication. */
export interface KeyWithOrganisation
  extends Pick<StoredKey, "id" | "name" | "scopes" | "expiresAt" | "revokedAt" | "lastUsedAt"> {
  organisationId: string;
  tier: string;
  livemode: boolean;
  rateLimitOverrides: unknown;
  /** {@link moveColumn}. */
  move: OrganisationMove | null;
}

const hidden = { keyHash: true, organisationId: true } as const;

/** Reads without an organisation, because the hash identifies it. */
export async function findKeyByHash(keyHash: string): Promise<KeyWithOrganisation | undefined> {
  const { rows } = await pool().query<KeyWithOrganisation>({
    name: "api-key-by-hash",
    text: `SELECT k.id, k.name, k.scopes, k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
                  k.last_used_at AS "lastUsedAt", o.id AS "organisationId", o.tier, o.livemode,
                  o.rate_limit_overrides AS "rateLimitOverrides", ${moveColumn}
           FROM api_keys k JOIN organisations o ON o.id = k.organisation_id
           WHERE k.key_hash = $1`,
    values: [keyHash],
  });
  return rows[0];
}

/** Records a use of a key, unless a later one than `unlessAfterMs` is recorded. Epoch milliseconds. */
export async function recordUse(
  key: { organisationId: string; id: string },
  usedAtMs: number,
  unlessAfterMs: number,
): Promise<void> {
  await pool().query({
    name: "api-key-used",
    text: `UPDATE api_keys SET last_used_at = $3
           WHERE organisation_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at <= $4)`,
    values: [key.organisationId, key.id, isoMilliseconds(usedAtMs), isoMilliseconds(unlessAfterMs)],
  });
}

export async function insertKey(
  tx: Transaction,
  key: Pick<StoredKey, "id" | "name" | "hint" | "scopes" | "createdAt" | "expiresAt"> & {
    organisationId: string;
    keyHash: string;
  },
): Promise<StoredKey> {
  return tx.apiKey.create({ data: key, omit: hidden });
}

export async function findKey(organisationId: string, id: string): Promise<StoredKey | null> {
  if (!isId("apiKey", id)) return null;
  return prisma().apiKey.findFirst({ where: { organisationId, id }, omit: hidden });
}

/** Reads a key and locks its row until the transaction ends. */
export async function lockKey(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<(StoredKey & { keyHash: string }) | null> {
  if (!isId("apiKey", id)) return null;
  await tx.$queryRaw`SELECT id FROM api_keys WHERE organisation_id = ${organisationId} AND id = ${id} FOR UPDATE`;
  return tx.apiKey.findFirst({ where: { organisationId, id }, omit: { organisationId: true } });
}

export async function updateKey(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: Partial<Pick<StoredKey, "expiresAt" | "revokedAt" | "replacedById">>,
): Promise<void> {
  await tx.apiKey.updateMany({ where: { organisationId, id }, data: change });
}

/** Active keys without a successor that expire within `noticeMs`, and had at least twice as long to live when created. */
export async function findExpiringKeys(organisationId: string, nowMs: number, noticeMs: number) {
  const { rows } = await pool().query<Pick<StoredKey, "id" | "name" | "hint"> & { expiresAt: Date }>(
    `SELECT id, name, hint, expires_at AS "expiresAt" FROM api_keys
     WHERE organisation_id = $1 AND revoked_at IS NULL AND replaced_by_id IS NULL
       AND expires_at > $2 AND expires_at <= $2::timestamptz + $3 * interval '1 ms'
       AND expires_at - created_at >= 2 * $3 * interval '1 ms'
     ORDER BY id`,
    [organisationId, isoMilliseconds(nowMs), noticeMs],
  );
  return rows;
}

export function keysOf(organisationId: string) {
  const where = { organisationId };
  return {
    rows: (slice: Slice, reader: Reader) => reader.apiKey.findMany({ ...newestFirst(slice, where), omit: hidden }),
    count: (reader: Reader) => reader.apiKey.count({ where }),
  };
}
