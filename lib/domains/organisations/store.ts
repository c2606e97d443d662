import type { Organisation } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";

export type StoredOrganisation = Organisation;

/** What its own people may change of it. */
export const settable = [
  "name",
  "ownerEmail",
  "evidenceRetentionDays",
  "webhookRetentionDays",
  "mailRetentionDays",
  "observationRetentionDays",
  "reportRetentionDays",
  "contentErasure",
  "assignToMembersOnly",
] as const;
type Settable = (typeof settable)[number];

interface NewOrganisation extends Omit<Organisation, "rateLimitOverrides"> {
  rateLimitOverrides: Record<string, number>;
}

interface NewSystemModel {
  id: string;
  name: string;
  description: string;
}

/** Writes an organisation with what it is never without: an empty chain and its system model. */
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

/** What an organisation allows, as of the transaction. */
export async function findAllowances(
  tx: Transaction,
  id: string,
): Promise<Pick<Organisation, "contentErasure" | "assignToMembersOnly"> | null> {
  return tx.organisation.findUnique({ where: { id }, select: { contentErasure: true, assignToMembersOnly: true } });
}

export async function findStoredOrganisation(id: string): Promise<Organisation | null> {
  return prisma().organisation.findUnique({ where: { id } });
}

/** Reads an organisation and holds its row until the transaction ends, so that of two changes the second sees the first. */
export async function lockOrganisation(tx: Transaction, id: string): Promise<Organisation | null> {
  await tx.$queryRaw`SELECT id FROM organisations WHERE id = ${id} FOR NO KEY UPDATE`;
  return tx.organisation.findUnique({ where: { id } });
}

/** Sets the columns that `change` names, and no other. */
export async function changeOrganisation(
  tx: Transaction,
  id: string,
  change: Partial<Pick<Organisation, Settable>>,
): Promise<Organisation> {
  return tx.organisation.update({ where: { id }, data: change });
}

/** In the order of their ids, those after `afterId`. */
export async function findOrganisations(take: number, afterId = ""): Promise<Organisation[]> {
  return prisma().organisation.findMany({ where: { id: { gt: afterId } }, orderBy: { id: "asc" }, take });
}
