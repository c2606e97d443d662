import type { Prisma, SavedView as Row } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** A stored view with its owner's name. */
export type StoredView = Row & { member: { name: string } };

export interface Viewer {
  organisationId: string;
  memberId: string;
}

const withOwner = { member: { select: { name: true } } } as const;

/** Locks the member's row until the transaction ends, so that their views cannot change concurrently. */
export async function lockOwner(tx: Transaction, { organisationId, memberId }: Viewer): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM members WHERE organisation_id = ${organisationId} AND id = ${memberId} FOR NO KEY UPDATE`;
}

export async function countViews(tx: Transaction, { organisationId, memberId }: Viewer): Promise<number> {
  return tx.savedView.count({ where: { organisationId, memberId } });
}

/** Whether the member has a view of the page with this name. */
export async function isNameTaken(
  tx: Transaction,
  { organisationId, memberId }: Viewer,
  { page, name }: { page: string; name: string },
): Promise<boolean> {
  const found = await tx.savedView.findFirst({
    where: { organisationId, memberId, page, name },
    select: { id: true },
  });
  return found !== null;
}

export async function insertView(tx: Transaction, created: Row): Promise<StoredView> {
  return tx.savedView.create({ data: created, include: withOwner });
}

/** One of the member's own views, or a shared view. */
export async function findView(
  tx: Transaction,
  { organisationId, memberId }: Viewer,
  id: string,
): Promise<StoredView | null> {
  if (!isId("savedView", id)) return null;
  return tx.savedView.findFirst({
    where: { organisationId, id, OR: [{ memberId }, { shared: true }] },
    include: withOwner,
  });
}

/** The member's own views, then up to `take` views shared by others, each by name. */
export async function findViews(
  { organisationId, memberId }: Viewer,
  { page, take }: { page: string | undefined; take: number },
): Promise<StoredView[]> {
  const onPage = page === undefined ? {} : { page };
  const query = {
    orderBy: [{ name: "asc" }, { id: "asc" }],
    include: withOwner,
  } satisfies Prisma.SavedViewFindManyArgs;
  const [own, others] = await Promise.all([
    prisma().savedView.findMany({ where: { organisationId, memberId, ...onPage }, ...query }),
    prisma().savedView.findMany({
      where: { organisationId, memberId: { not: memberId }, shared: true, ...onPage },
      ...query,
      take,
    }),
  ]);
  return [...own, ...others];
}

export async function changeView(
  tx: Transaction,
  { organisationId, memberId }: Viewer,
  id: string,
  change: Prisma.SavedViewUpdateInput,
): Promise<StoredView> {
  return tx.savedView.update({
    where: { id_organisationId: { organisationId, id }, memberId },
    data: change,
    include: withOwner,
  });
}

export async function removeView(tx: Transaction, { organisationId, memberId }: Viewer, id: string): Promise<void> {
  await tx.savedView.deleteMany({ where: { organisationId, memberId, id } });
}
