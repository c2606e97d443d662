import type { LegalHold } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredHold = Omit<LegalHold, "organisationId">;

const omit = { organisationId: true } as const;

/**
 * Serialises transactions that place holds and those that erase or delete data of an organisation. Take it before
 * locking any row or the chain.
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
  return tx.legalHold.update({ where: { id_organisationId: { organisationId, id } }, data: released, omit });
}

/** Active holds, oldest first. */
export async function findActiveHolds(tx: Transaction | undefined, organisationId: string): Promise<StoredHold[]> {
  const where = { organisationId, releasedAt: null };
  return (tx ?? prisma()).legalHold.findMany({ where, orderBy: { id: "asc" }, omit });
}

/** Holds that were active at some time of a period, oldest first. */
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

export function countActiveHolds(tx: Transaction, organisationId: string): Promise<number> {
  return tx.legalHold.count({ where: { organisationId, releasedAt: null } });
}

export function holdsOf(organisationId: string, { active }: { active?: boolean | undefined }) {
  const where = { organisationId, ...(active !== undefined && { releasedAt: active ? null : { not: null } }) };
  return {
    rows: (slice: Slice, reader: Reader) => reader.legalHold.findMany({ ...newestFirst(slice, where), omit }),
    count: (reader: Reader) => reader.legalHold.count({ where }),
  };
}
