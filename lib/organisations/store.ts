import { prisma, type Transaction } from "@/lib/db";

/** An organisation as it is stored. */
export interface StoredOrganisation {
  id: string;
  name: string;
  tier: string;
  livemode: boolean;
  rateLimitOverrides: unknown;
  ownerEmail: string | null;
  evidenceRetentionDays: number;
  createdAt: Date;
}

interface NewOrganisation extends Omit<StoredOrganisation, "rateLimitOverrides"> {
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

export async function findStoredOrganisation(id: string): Promise<StoredOrganisation | null> {
  return prisma().organisation.findUnique({ where: { id } });
}

/** Oldest first, at most `take`. */
export async function findStoredOrganisations(take: number): Promise<StoredOrganisation[]> {
  return prisma().organisation.findMany({ orderBy: { id: "asc" }, take });
}
