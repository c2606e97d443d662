import { prisma, type Transaction } from "@/lib/db";
import type { LegalHold, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/id-prefixes";

/** A hold as it is stored. */
export type StoredHold = Omit<LegalHold, "organisationId">;

/** Which holds a list shows; what is left out does not restrict. */
export interface HoldFilter {
  active?: boolean | undefined;
}

const omit = { organisationId: true } as const;

/**
 * Of transactions that place a hold of an organisation, and those that erase or delete something of it, one works at a time:
 * whoever comes second sees what the first has done. Taken before any row's lock, and before the chain's.
 */
export async function lockHolds(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`legal-holds ${organisationId}`}, 0))::text`;
}

export async function insertHold(
  tx: Transaction,
  hold: Omit<StoredHold, "releasedBy" | "releasedAt" | "releaseReason"> & { organisationId: string },
): Promise<StoredHold> {
  return tx.legalHold.create({ data: hold, omit });
}

export async function findHold(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredHold | null> {
  if (!isId("legalHold", id)) return null;
  return (tx ?? prisma()).legalHold.findFirst({ where: { organisationId, id }, omit });
}

export async function releaseStoredHold(
  tx: Transaction,
  organisationId: string,
  id: string,
  released: { releasedBy: string; releasedAt: Date; releaseReason: string },
): Promise<StoredHold> {
  return tx.legalHold.update({ where: { organisationId, id }, data: released, omit });
}

/** The holds that stand, the oldest first. */
export async function findActiveHolds(tx: Transaction | undefined, organisationId: string): Promise<StoredHold[]> {
  const where = { organisationId, releasedAt: null };
  return (tx ?? prisma()).legalHold.findMany({ where, orderBy: { id: "asc" }, omit });
}

/** Holds that stood at some time of a period, the oldest first. */
export async function findHoldsDuring(
  organisationId: string,
  { from, to }: { from: Date; to: Date },
): Promise<StoredHold[]> {
  return prisma().legalHold.findMany({
    where: { organisationId, placedAt: { lte: to }, OR: [{ releasedAt: null }, { releasedAt: { gte: from } }] },
    orderBy: { id: "asc" },
    omit,
  });
}

export async function countActiveHolds(tx: Transaction, organisationId: string): Promise<number> {
  return tx.legalHold.count({ where: { organisationId, releasedAt: null } });
}

/** Holds newest first, at most `take`, those older than `beforeId` where it is given. */
export async function findHolds(
  organisationId: string,
  filter: HoldFilter,
  page: { beforeId: string; take: number },
): Promise<StoredHold[]> {
  return prisma().legalHold.findMany(pageQuery(organisationId, filter, page));
}

/** The first page and how many holds there are in all, as of one moment. */
export async function findFirstHolds(
  organisationId: string,
  filter: HoldFilter,
  take: number,
): Promise<{ holds: StoredHold[]; total: number }> {
  const [holds, total] = await prisma().$transaction(
    [
      prisma().legalHold.findMany(pageQuery(organisationId, filter, { take })),
      prisma().legalHold.count({ where: where(organisationId, filter) }),
    ],
    { isolationLevel: "RepeatableRead" },
  );
  return { holds, total };
}

function pageQuery(organisationId: string, filter: HoldFilter, page: { beforeId?: string; take: number }) {
  return {
    where: {
      ...where(organisationId, filter),
      ...(page.beforeId === undefined ? {} : { id: { lt: page.beforeId } }),
    },
    orderBy: { id: "desc" },
    take: page.take,
    omit,
  } satisfies Prisma.LegalHoldFindManyArgs;
}

function where(organisationId: string, { active }: HoldFilter): Prisma.LegalHoldWhereInput {
  if (active === undefined) return { organisationId };
  return { organisationId, releasedAt: active ? null : { not: null } };
}
