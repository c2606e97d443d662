import type { UserDay } from "@/lib/domains/shadow-ai/detect";
import { Prisma, type ShadowAiUserKey } from "@/lib/generated/prisma/client";
import { outsidePeriods, type Period, periodBounds } from "@/lib/platform/core/periods";
import { isServed, prisma, type Transaction } from "@/lib/platform/database/db";

export type StoredUserKey = ShadowAiUserKey;

export async function findUserKey(
  tx: Transaction | undefined,
  organisationId: string,
): Promise<StoredUserKey | undefined> {
  return (await (tx ?? prisma()).shadowAiUserKey.findFirst({ where: { organisationId } })) ?? undefined;
}

export async function insertUserKey(tx: Transaction, created: StoredUserKey): Promise<void> {
  await tx.shadowAiUserKey.create({ data: created });
}

/**
 * Deletes the key and the pseudonyms of requests. The pseudonyms of traffic can be millions, so they are deleted by
 * {@link deleteOrphans}.
 */
export async function deleteUserKey(tx: Transaction, organisationId: string): Promise<void> {
  await tx.shadowAiUserKey.deleteMany({ where: { organisationId } });
  await tx.shadowAiIdentification.updateMany({ where: { organisationId }, data: { user: null } });
}

/** Keys of all organisations by ID, after one. */
export async function findUserKeys(afterId: string, limit: number): Promise<StoredUserKey[]> {
  const where = { organisationId: { gt: afterId } };
  return prisma().shadowAiUserKey.findMany({ where, orderBy: { organisationId: "asc" }, take: limit });
}

/** Replaces the encrypted key. Returns false if the key has changed. */
export async function replaceUserKey({ organisationId, key }: StoredUserKey, after: string): Promise<boolean> {
  const where = { organisationId, key };
  return (await prisma().shadowAiUserKey.updateMany({ where, data: { key: after } })).count > 0;
}

/** Deletes pseudonyms of organisations without a key, at most `take`. Returns their number. Maintenance of all organisations. */
export async function deleteOrphans(take: number): Promise<number> {
  return prisma().$executeRaw`
    DELETE FROM shadow_ai_user_days WHERE ctid = ANY (ARRAY (SELECT ctid FROM shadow_ai_user_days
      WHERE organisation_id = ANY (ARRAY (
        WITH RECURSIVE found AS (
          SELECT min(organisation_id) AS id FROM shadow_ai_user_days UNION ALL
          SELECT (SELECT min(organisation_id) FROM shadow_ai_user_days WHERE organisation_id > found.id) FROM found
          WHERE found.id IS NOT NULL
        ) SELECT id FROM found WHERE NOT EXISTS (SELECT FROM shadow_ai_user_keys WHERE organisation_id = found.id)
          AND ${Prisma.raw(isServed("found.id"))}
      )) LIMIT ${take}))`;
}

/** Whether an organisation has pseudonyms. */
export async function hasUserDays(tx: Transaction, organisationId: string): Promise<boolean> {
  return (await tx.shadowAiUserDay.findFirst({ where: { organisationId } })) !== null;
}

/** Whether an organisation has pseudonyms of traffic or requests in one of the periods. */
export async function hasPseudonymsIn(tx: Transaction, organisationId: string, periods: Period[]): Promise<boolean> {
  if (periods.length === 0) return false;
  const isOutside = (from: string, to: string) => outsidePeriods(from, to, ["$2", "$3"]);
  const rows = await tx.$queryRawUnsafe<unknown[]>(
    `(SELECT 1 FROM shadow_ai_user_days
        WHERE organisation_id = $1 AND NOT (${isOutside("day::timestamptz", "day::timestamptz + interval '1 day'")}) LIMIT 1)
     UNION ALL (SELECT 1 FROM shadow_ai_identifications
        WHERE organisation_id = $1 AND user_key IS NOT NULL AND NOT (${isOutside("created_at", "created_at")}) LIMIT 1)
     LIMIT 1`,
    organisationId,
    ...periodBounds(periods),
  );
  return rows.length > 0;
}

/** A user's day of a use. */
export interface UserDayOfUse extends UserDay {
  fingerprint: string;
}

const rowsMax = 5_000;

/** As `sum` of the other statistics. */
const atMost = (total: string) => Prisma.raw(`least(${total}, ${Number.MAX_SAFE_INTEGER})`);
const added = (column: string) =>
  Prisma.sql`${Prisma.raw(column)} = ${atMost(`stored.${column} + EXCLUDED.${column}`)}`;
const total = (column: string) => Prisma.sql`${atMost(`sum(${column})`)}::float8`;

/** Adds traffic of users. The caller holds the lock of the organisation's detections. */
export async function addToUserDays(tx: Transaction, organisationId: string, days: UserDayOfUse[]): Promise<void> {
  for (let from = 0; from < days.length; from += rowsMax) {
    const part = days.slice(from, from + rowsMax).map(({ firstAtMs, lastAtMs, ...day }) => ({
      ...day,
      firstAt: new Date(firstAtMs).toISOString(),
      lastAt: new Date(lastAtMs).toISOString(),
    }));
    await tx.$executeRaw`
      INSERT INTO shadow_ai_user_days AS stored
        (organisation_id, fingerprint, day, user_key, requests, bytes_out, bytes_in, first_at, last_at)
      SELECT ${organisationId}, fingerprint, day, "user", requests, "bytesOut", "bytesIn", "firstAt", "lastAt"
      FROM jsonb_to_recordset(${JSON.stringify(part)}::jsonb) AS added (fingerprint text, day date, "user" text,
        requests bigint, "bytesOut" bigint, "bytesIn" bigint, "firstAt" timestamptz, "lastAt" timestamptz)
      ON CONFLICT (organisation_id, fingerprint, day, user_key) DO UPDATE SET
        ${added("requests")}, ${added("bytes_out")}, ${added("bytes_in")},
        first_at = least(stored.first_at, EXCLUDED.first_at), last_at = greatest(stored.last_at, EXCLUDED.last_at)`;
  }
}

/** Traffic of one user. */
export interface UserFigures {
  pseudonym: string;
  requests: number;
  bytesOut: number;
  bytesIn: number;
  /** YYYY-MM-DD, UTC. */
  firstDay: string;
  lastDay: string;
}

/** Days (YYYY-MM-DD) of traffic with fingerprints, which are an SQL array. */
export interface UserDays {
  fingerprints: Prisma.Sql;
  days: string[];
}

/** Leads to the rows by the primary key. */
const isOf = (organisationId: string, { fingerprints, days }: UserDays) =>
  Prisma.sql`organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}) AND day = ANY(${days}::date[])`;

/** The number of users of traffic, and those with the most requests. */
export async function findUserFigures(
  tx: Transaction,
  organisationId: string,
  of: UserDays,
  take: number,
): Promise<{ count: number; users: UserFigures[] }> {
  const rows = await tx.$queryRaw<(UserFigures & { count: number })[]>`
    SELECT user_key AS pseudonym, ${total("requests")} AS requests, ${total("bytes_out")} AS "bytesOut",
      ${total("bytes_in")} AS "bytesIn", min(day)::text AS "firstDay", max(day)::text AS "lastDay",
      count(*) OVER ()::float8 AS count
    FROM shadow_ai_user_days WHERE ${isOf(organisationId, of)}
    GROUP BY user_key ORDER BY sum(requests) DESC, user_key LIMIT ${take}`;
  return { count: rows[0]?.count ?? 0, users: rows.map(({ count: _, ...user }) => user) };
}

/** Whether traffic has a user. */
export async function hasUser(
  tx: Transaction,
  organisationId: string,
  of: UserDays,
  pseudonym: string,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM shadow_ai_user_days WHERE ${isOf(organisationId, of)} AND user_key = ${pseudonym} LIMIT 1`;
  return rows.length > 0;
}
