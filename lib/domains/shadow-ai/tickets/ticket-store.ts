import type { DetectionTicket } from "@/lib/domains/shadow-ai/schemas-tickets";
import type { Prisma, ShadowAiTicket as Row } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";

export type StoredTicket = Omit<Row, "changedAt">;

/** A ticket that exists in the product. */
export type CreatedTicket = StoredTicket & { key: string; url: string; createdAt: Date };

type Key = Pick<StoredTicket, "organisationId" | "detectionId" | "integrationId">;

/** Claims the creation of a ticket. The detections' lock serialises claims. */
export async function insertClaim(
  tx: Transaction,
  claim: Prisma.ShadowAiTicketUncheckedCreateInput,
): Promise<StoredTicket> {
  return tx.shadowAiTicket.create({ data: claim });
}

export async function findTicket(tx: Transaction, key: Key): Promise<StoredTicket | null> {
  return tx.shadowAiTicket.findUnique({ where: { organisationId_detectionId_integrationId: key } });
}

/** Changes a claim. */
export async function changeClaim(
  tx: Transaction | undefined,
  { organisationId, id }: StoredTicket,
  data: { claimedUntil: Date } | { key: string; url: string; createdAt: Date },
): Promise<StoredTicket> {
  return (tx ?? prisma()).shadowAiTicket.update({
    where: { id_organisationId: { id, organisationId }, key: null },
    data,
  });
}

/** Deletes a claim after the product rejected the ticket. */
export async function deleteClaim({ organisationId, id }: StoredTicket): Promise<void> {
  await prisma().shadowAiTicket.deleteMany({ where: { organisationId, id, key: null } });
}

/** The created tickets of a detection, oldest first. */
export async function findTickets(
  tx: Transaction | undefined,
  organisationId: string,
  detectionId: string,
): Promise<CreatedTicket[]> {
  const rows = await (tx ?? prisma()).shadowAiTicket.findMany({
    where: { organisationId, detectionId, key: { not: null } },
    orderBy: { id: "asc" },
  });
  return rows as CreatedTicket[];
}

export function toTicket({ id, integrationId, system, key, url, createdAt }: CreatedTicket): DetectionTicket {
  return {
    id,
    integrationId,
    system: system as DetectionTicket["system"],
    key,
    url,
    createdAt: createdAt.toISOString(),
  };
}
