import { isoMilliseconds } from "@/lib/clock";
import { pool, prisma, type Transaction } from "@/lib/db";
import { isId } from "@/lib/id-prefixes";

/** A key as it is stored, without its hash. */
export interface StoredKey {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  replacedById: string | null;
}

/** What authentication needs of a key and of the organisation that owns it. */
export interface KeyWithOrganisation
  extends Pick<StoredKey, "id" | "name" | "scopes" | "expiresAt" | "revokedAt" | "lastUsedAt"> {
  organisationId: string;
  tier: string;
  livemode: boolean;
  rateLimitOverrides: unknown;
}

const columns = {
  id: true,
  name: true,
  hint: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  replacedById: true,
} as const;

/** The one query without an organisation: the hash is what tells it. */
export async function findKeyByHash(keyHash: string): Promise<KeyWithOrganisation | undefined> {
  const { rows } = await pool().query<KeyWithOrganisation>({
    name: "api-key-by-hash",
    text: `SELECT k.id, k.name, k.scopes, k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
                  k.last_used_at AS "lastUsedAt", o.id AS "organisationId", o.tier, o.livemode,
                  o.rate_limit_overrides AS "rateLimitOverrides"
           FROM api_keys k JOIN organisations o ON o.id = k.organisation_id
           WHERE k.key_hash = $1`,
    values: [keyHash],
  });
  return rows[0];
}

/** Notes that a key was used, unless it is noted for a point later than `unlessAfterMs` already. Epoch milliseconds. */
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
  return tx.apiKey.create({ data: key, select: columns });
}

export async function findKey(organisationId: string, id: string): Promise<StoredKey | null> {
  if (!isId("apiKey", id)) return null;
  return prisma().apiKey.findFirst({ where: { organisationId, id }, select: columns });
}

/** Reads a key and holds its row until the transaction ends, so that of two changes the second sees the first. */
export async function lockKey(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<(StoredKey & { keyHash: string }) | null> {
  if (!isId("apiKey", id)) return null;
  await tx.$queryRaw`SELECT id FROM api_keys WHERE organisation_id = ${organisationId} AND id = ${id} FOR UPDATE`;
  return tx.apiKey.findFirst({ where: { organisationId, id }, select: { ...columns, keyHash: true } });
}

export async function updateKey(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: Partial<Pick<StoredKey, "expiresAt" | "revokedAt" | "replacedById">>,
): Promise<void> {
  await tx.apiKey.updateMany({ where: { organisationId, id }, data: change });
}

/** Keys newest first, those older than `beforeId` where it is given. */
export async function findKeys(
  organisationId: string,
  page: { beforeId: string | undefined; take: number },
): Promise<StoredKey[]> {
  return prisma().apiKey.findMany({
    where: { organisationId, ...(page.beforeId === undefined ? {} : { id: { lt: page.beforeId } }) },
    orderBy: { id: "desc" },
    take: page.take,
    select: columns,
  });
}

export async function countKeys(organisationId: string): Promise<number> {
  return prisma().apiKey.count({ where: { organisationId } });
}
