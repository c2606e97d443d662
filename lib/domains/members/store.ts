import { sealReencryption } from "@/lib/domains/audit-chain";
import type { MemberState } from "@/lib/domains/members/member";
import type { ListMembers } from "@/lib/domains/members/schemas";
import type { Member, Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/platform/core/errors";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { Role } from "@/lib/platform/core/roles";
import { pool, prisma, type Transaction } from "@/lib/platform/database/db";
import { literal, newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

/** A stored member including secrets. It must not leave this domain. */
export type StoredMember = Omit<Member, "role"> & { role: Role };

/** A check constraint guarantees the role. */
function withRole(row: Member): StoredMember {
  return row as StoredMember;
}

export async function insertMember(
  tx: Transaction,
  member: Pick<StoredMember, "id" | "organisationId" | "email" | "name" | "role" | "createdAt"> &
    Partial<Pick<StoredMember, "accessExpiresAt" | "joinedAt" | "oidcIssuer" | "oidcSubject" | "passwordHash">>,
): Promise<StoredMember> {
  return withRole(await tx.member.create({ data: { ...member, updatedAt: member.createdAt } }));
}

/** Inserts a member; undefined, without failing the transaction, if the address is known in any organisation. */
export async function insertMemberUnlessKnown(
  tx: Transaction,
  member: Parameters<typeof insertMember>[1],
): Promise<StoredMember | undefined> {
  const data = { ...member, updatedAt: member.createdAt };
  const [inserted] = await tx.member.createManyAndReturn({ data: [data], skipDuplicates: true });
  return inserted && withRole(inserted);
}

export async function findMember(organisationId: string, id: string): Promise<StoredMember | undefined> {
  if (!isId("member", id)) return undefined;
  const found = await prisma().member.findFirst({ where: { organisationId, id } });
  return found ? withRole(found) : undefined;
}

/** Addresses are unique across organisations. */
export async function findMemberByEmail(
  email: string,
  db: Pick<Transaction, "member"> = prisma(),
): Promise<StoredMember | undefined> {
  const found = await db.member.findUnique({ where: { email } });
  return found ? withRole(found) : undefined;
}

/** Issuer and subject are unique across organisations. */
export async function findMemberByIdentity(
  tx: Transaction,
  oidcIssuer: string,
  oidcSubject: string,
): Promise<StoredMember | undefined> {
  const found = await tx.member.findUnique({ where: { oidcIssuer_oidcSubject: { oidcIssuer, oidcSubject } } });
  return found ? withRole(found) : undefined;
}

/** Reads a member and locks the row until the transaction ends. */
export async function lockMember(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredMember | undefined> {
  if (!isId("member", id)) return undefined;
  await tx.$queryRaw`SELECT id FROM members WHERE organisation_id = ${organisationId} AND id = ${id} FOR UPDATE`;
  const found = await tx.member.findFirst({ where: { organisationId, id } });
  return found ? withRole(found) : undefined;
}

/** As `lockMember`. Throws `not_found`. */
export async function requireMember(tx: Transaction, organisationId: string, id: string): Promise<StoredMember> {
  const member = await lockMember(tx, organisationId, id);
  if (!member) throw notFound("member");
  return member;
}

/** Serialises changes of roles and access, so that two administrators cannot remove each other at the same time. */
export async function lockAdministration(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`members ${organisationId}`}, 0))::text`;
}

type MemberChange = Partial<Omit<StoredMember, "id" | "organisationId" | "createdAt">>;

export async function changeMember(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: MemberChange,
): Promise<StoredMember> {
  return withRole(await tx.member.update({ where: { id, organisationId }, data: change }));
}

/** Other administrators who can sign in at `now`. */
export async function countOtherAdmins(
  tx: Transaction,
  organisationId: string,
  exceptId: string,
  now: Date,
): Promise<number> {
  return tx.member.count({
    where: { organisationId, role: "ADMIN", id: { not: exceptId }, ...inState("ACTIVE", now) },
  });
}

export async function findAdministratorAddresses(
  tx: Transaction,
  organisationId: string,
  now: Date,
): Promise<string[]> {
  const found = await tx.member.findMany({
    where: { organisationId, role: "ADMIN", ...inState("ACTIVE", now) },
    select: { email: true },
    orderBy: { email: "asc" },
  });
  return found.map(({ email }) => email);
}

/** The names of the members with these addresses who can sign in at `now`, by address in lower case. */
export async function findNamesByAddress(
  tx: Transaction | undefined,
  organisationId: string,
  addresses: string[],
  now: Date,
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const found = await (tx ?? prisma()).member.findMany({
    where: {
      organisationId,
      email: { in: [...new Set(addresses.map((address) => address.toLowerCase()))] },
      ...inState("ACTIVE", now),
    },
    select: { email: true, name: true },
  });
  return new Map(found.map(({ email, name }) => [email, name]));
}

/** Members who can sign in at `now`, by name; only those with one of the IDs if some are given. */
export async function findSignInMembers(
  tx: Transaction | undefined,
  organisationId: string,
  now: Date,
  ids?: string[],
): Promise<{ id: string; email: string; name: string; role: Role }[]> {
  const found = await (tx ?? prisma()).member.findMany({
    where: { organisationId, ...inState("ACTIVE", now), ...(ids && { id: { in: ids } }) },
    orderBy: [{ name: "asc" }, { email: "asc" }],
    take: 1_000,
  });
  return found.map(withRole).map(({ id, email, name, role }) => ({ id, email, name, role }));
}

/** The names of members by ID, also of those who can no longer sign in. */
export async function findMemberNames(
  tx: Transaction | undefined,
  organisationId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => isId("member", id));
  if (wanted.length === 0) return new Map();
  const found = await (tx ?? prisma()).member.findMany({
    where: { organisationId, id: { in: wanted } },
    select: { id: true, name: true },
  });
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** A member who can be notified. */
export interface MemberRecipient {
  id: string;
  email: string;
  role: Role;
}

/** Members who can sign in at `now`, with one of the addresses (in lower case) if some are given. */
export async function findRecipients(
  tx: Transaction | undefined,
  organisationId: string,
  now: Date,
  addresses?: string[],
): Promise<MemberRecipient[]> {
  const found = await (tx ?? prisma()).member.findMany({
    where: { organisationId, ...inState("ACTIVE", now), ...(addresses && { email: { in: addresses } }) },
    orderBy: { id: "asc" },
    select: { id: true, email: true, role: true },
  });
  return found as MemberRecipient[];
}

interface MemberFilter extends Pick<ListMembers, "role" | "status" | "q"> {
  organisationId: string;
  now: Date;
}

export function membersOf({ organisationId, role, status, q, now }: MemberFilter) {
  const matching = q !== undefined && { contains: literal(q), mode: "insensitive" as const };
  const where = {
    organisationId,
    ...(role && { role }),
    // Each of the two has an OR.
    AND: [status ? inState(status, now) : {}, matching ? { OR: [{ name: matching }, { email: matching }] } : {}],
  };
  return {
    rows: async (slice: Slice, reader: Reader) =>
      (await reader.member.findMany(newestFirst(slice, where))).map(withRole),
    count: (reader: Reader) => reader.member.count({ where }),
  };
}

/** `memberState` as a condition on rows. */
function inState(state: MemberState, now: Date): Prisma.MemberWhereInput {
  const enabled = { disabledAt: null };
  const current = { OR: [{ accessExpiresAt: null }, { accessExpiresAt: { gt: now } }] };
  switch (state) {
    case "DISABLED":
      return { disabledAt: { not: null } };
    case "EXPIRED":
      return { ...enabled, accessExpiresAt: { lte: now } };
    case "INVITED":
      return { ...enabled, ...current, joinedAt: null };
    case "ACTIVE":
      return { ...enabled, ...current, joinedAt: { not: null } };
  }
}

export async function findMembersByIds(
  tx: Transaction,
  organisationId: string,
  ids: string[],
): Promise<StoredMember[]> {
  const found = await tx.member.findMany({ where: { organisationId, id: { in: ids } }, orderBy: { id: "asc" } });
  return found.map(withRole);
}

interface Owner {
  organisationId: string;
  memberId: string;
}

interface StoredFactor {
  totpSecret: string;
  totpEnabledAt: Date;
}

export async function findFactor({ organisationId, memberId }: Owner): Promise<StoredFactor | undefined> {
  const { rows } = await pool().query<StoredFactor>({
    name: "member-second-factor",
    text: `SELECT totp_secret AS "totpSecret", totp_enabled_at AS "totpEnabledAt" FROM members
           WHERE organisation_id = $1 AND id = $2 AND totp_enabled_at IS NOT NULL AND totp_secret IS NOT NULL`,
    values: [organisationId, memberId],
  });
  return rows[0];
}

/**
 * Marks a time step as used, only forwards: of two concurrent uses, one succeeds. Fails if 2FA was set up again since
 * it was read.
 */
export async function takeStep({ organisationId, memberId }: Owner, enabledAt: Date, step: number): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "member-second-factor-step",
    text: `UPDATE members SET totp_last_step = $4
           WHERE organisation_id = $1 AND id = $2 AND totp_enabled_at = $3
             AND (totp_last_step IS NULL OR totp_last_step < $4)`,
    values: [organisationId, memberId, enabledAt.toISOString(), step],
  });
  return rowCount === 1;
}

/** Uses a recovery code. Returns how many are left, or undefined for an unknown code. */
export async function takeRecoveryCode(
  tx: Transaction,
  { organisationId, memberId }: Owner,
  codeHash: string,
): Promise<number | undefined> {
  const [taken] = await tx.$queryRaw<{ left: number }[]>`
    UPDATE members SET recovery_codes = array_remove(recovery_codes, ${codeHash})
    WHERE organisation_id = ${organisationId} AND id = ${memberId} AND totp_enabled_at IS NOT NULL
      AND ${codeHash} = ANY (recovery_codes)
    RETURNING cardinality(recovery_codes) AS left`;
  return taken?.left;
}

/** An encrypted secret, in use or unconfirmed. */
export interface SealedFactor extends Owner {
  totpSecret: string;
}

/** Secrets of all organisations by ID, after `afterId`. */
export async function findSealedFactors(afterId: string, take: number): Promise<SealedFactor[]> {
  const { rows } = await pool().query<SealedFactor>(
    `SELECT organisation_id AS "organisationId", id AS "memberId", totp_secret AS "totpSecret" FROM members
     WHERE id > $1 AND totp_secret IS NOT NULL ORDER BY id LIMIT $2`,
    [afterId, take],
  );
  return rows;
}

/** Replaces an encrypted secret, unless it has changed. */
export async function replaceSealedFactor(factor: SealedFactor, after: string): Promise<boolean> {
  const { organisationId, memberId, totpSecret } = factor;
  return sealReencryption(
    organisationId,
    { table: "members", id: memberId },
    (tx) => tx.$executeRaw`
    UPDATE members SET totp_secret = ${after}
    WHERE organisation_id = ${organisationId} AND id = ${memberId} AND totp_secret = ${totpSecret}`,
  );
}
