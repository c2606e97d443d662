import type { Organisation } from "@/lib/generated/prisma/client";
import type { OrganisationMove } from "@/lib/platform/core/context";
import { prisma, type Transaction } from "@/lib/platform/database/db";

export type StoredOrganisation = Organisation;

interface NewOrganisation extends Omit<Organisation, "rateLimitOverrides"> {
  rateLimitOverrides: Record<string, number>;
}

interface NewSystemModel {
  id: string;
  name: string;
  description: string;
}

/** Inserts an organisation with its empty chain and system model. */
export async function insertOrganisation(
  tx: Transaction,
  organisation: NewOrganisation,
  chain: { position: number; blockHash: string },
  systemModel: NewSystemModel,
): Promise<void> {
  const { id: organisationId, createdAt } = organisation;
  await tx.organisation.create({ data: organisation });
  await tx.chainHead.create({ data: { organisationId, ...chain } });
  await tx.model.create({ data: { ...systemModel, organisationId, system: true, createdAt, updatedAt: createdAt } });
}

export async function findAllowances(
  tx: Transaction,
  id: string,
): Promise<Pick<Organisation, "contentErasure" | "assignToMembersOnly" | "apiKeyLifetimeDays"> | null> {
  const select = { contentErasure: true, assignToMembersOnly: true, apiKeyLifetimeDays: true };
  return tx.organisation.findUnique({ where: { id }, select });
}

export async function findStoredOrganisation(id: string): Promise<Organisation | null> {
  return prisma().organisation.findUnique({ where: { id } });
}

/** Reads an organisation and locks its row until the transaction ends. */
export async function lockOrganisation(tx: Transaction, id: string): Promise<Organisation | null> {
  await tx.$queryRaw`SELECT id FROM organisations WHERE id = ${id} FOR NO KEY UPDATE`;
  return tx.organisation.findUnique({ where: { id } });
}

export async function changeOrganisation(
  tx: Transaction,
  id: string,
  change: Partial<Omit<NewOrganisation, "id" | "createdAt">>,
): Promise<Organisation> {
  return tx.organisation.update({ where: { id }, data: change });
}

/**
 * SQL select item `move`: how the organisation `o` moves, null if it does not. For statements that authenticate a caller.
 */
export const moveColumn = `(SELECT jsonb_build_object('state', moving.state, 'address', moving.address)
  FROM organisation_moves moving WHERE moving.organisation_id = o.id) AS move`;

/** For callers that are not authenticated by a statement with {@link moveColumn}. */
export async function findMove(organisationId: string): Promise<OrganisationMove | undefined> {
  const select = { state: true, address: true };
  const move = await prisma().organisationMove.findUnique({ where: { organisationId }, select });
  return (move ?? undefined) as OrganisationMove | undefined;
}

/** By ID, after `afterId`, without those that move or moved away. */
export async function findServedOrganisations(take: number, afterId: string): Promise<Organisation[]> {
  const moving = await prisma().organisationMove.findMany({ select: { organisationId: true } });
  const notIn = moving.map(({ organisationId }) => organisationId);
  return prisma().organisation.findMany({ where: { id: { gt: afterId, notIn } }, orderBy: { id: "asc" }, take });
}

/** By ID. */
export async function findOrganisations(take: number): Promise<Organisation[]> {
  return prisma().organisation.findMany({ orderBy: { id: "asc" }, take });
}
