import type { DeliveryResult, IgnoredReason } from "@/lib/domains/integrations/enums";
import type { Prisma } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import type { Reader } from "@/lib/platform/resource/list-page";

export interface Claim {
  organisationId: string;
  integrationId: string;
  deliveryId: string;
  /** SHA-256 of the body, in hexadecimal. */
  bodyHash: string;
  topic: string;
  /** Why no event is recorded; null if one is. */
  reason: IgnoredReason | null;
  receivedAt: Date;
}

export interface StoredDelivery extends Pick<Claim, "deliveryId" | "topic" | "reason" | "receivedAt"> {
  eventId: string | null;
}

export interface DeliveryFilter {
  result?: DeliveryResult | undefined;
}

/** The delivery after which a page starts. */
export type DeliveryPosition = Pick<Claim, "deliveryId" | "receivedAt">;

/** Stores a delivery; false if its ID or its body is known. The caller holds the lock of the integration. */
export async function claimDelivery(tx: Transaction, claim: Claim): Promise<boolean> {
  const { count } = await tx.integrationDelivery.createMany({ data: [claim], skipDuplicates: true });
  return count === 1;
}

/**
 * Deletes an ignored delivery so that it can be claimed again; returns false if no such delivery exists. The topic must
 * be the same, because the signature does not cover its header.
 */
export async function withdrawIgnored(tx: Transaction, claim: Claim): Promise<boolean> {
  const { organisationId, integrationId, bodyHash, topic } = claim;
  const { count } = await tx.integrationDelivery.deleteMany({
    where: { organisationId, integrationId, bodyHash, topic, eventId: null },
  });
  return count === 1;
}

/** The stored delivery with the same ID, or otherwise with the same body. */
export async function findClaimed(
  tx: Transaction,
  { organisationId, integrationId, deliveryId, bodyHash }: Claim,
): Promise<{ bodyHash: string; eventId: string | null } | null> {
  const select = { bodyHash: true, eventId: true };
  const ofIntegration = { organisationId, integrationId };
  return (
    (await tx.integrationDelivery.findFirst({ where: { ...ofIntegration, deliveryId }, select })) ??
    (await tx.integrationDelivery.findFirst({ where: { ...ofIntegration, bodyHash }, select }))
  );
}

/** Stores the event of a delivery, in the transaction that claimed it. */
export async function setEventOf(tx: Transaction, claim: Claim, eventId: string): Promise<void> {
  const { organisationId, integrationId, deliveryId } = claim;
  await tx.integrationDelivery.updateMany({
    where: { organisationId, integrationId, deliveryId },
    data: { eventId },
  });
}

interface ListKey {
  organisationId: string;
  integrationId: string;
  filter: DeliveryFilter;
}

/** Deliveries, newest first. */
export async function findDeliveries(
  reader: Reader,
  of: ListKey,
  { after, take }: { after: DeliveryPosition | undefined; take: number },
): Promise<StoredDelivery[]> {
  const rows = await reader.integrationDelivery.findMany({
    where: { ...where(of), ...(after && isAfter(after)) },
    orderBy: [{ receivedAt: "desc" }, { deliveryId: "desc" }],
    take,
    select: { deliveryId: true, topic: true, reason: true, receivedAt: true, eventId: true },
  });
  return rows.map(stored);
}

export async function countDeliveries(reader: Reader, of: ListKey): Promise<number> {
  return reader.integrationDelivery.count({ where: where(of) });
}

/** IDs decide between deliveries of the same millisecond. The first condition uses the index. */
function isAfter({ receivedAt, deliveryId }: DeliveryPosition): Prisma.IntegrationDeliveryWhereInput {
  return {
    receivedAt: { lte: receivedAt },
    OR: [{ receivedAt: { lt: receivedAt } }, { deliveryId: { lt: deliveryId } }],
  };
}

function where({ organisationId, integrationId, filter }: ListKey): Prisma.IntegrationDeliveryWhereInput {
  const { result } = filter;
  return {
    organisationId,
    integrationId,
    ...(result === undefined ? {} : { eventId: result === "recorded" ? { not: null } : null }),
  };
}

/** A check constraint restricts the reason. */
function stored<R extends { reason: string | null }>(row: R): R & { reason: IgnoredReason | null } {
  return { ...row, reason: row.reason as IgnoredReason | null };
}

/** Maintenance over all organisations: deletes ignored deliveries that were received before a time. */
export async function deleteIgnored(before: Date, limit: number): Promise<number> {
  return prisma().$executeRaw`
    DELETE FROM integration_deliveries WHERE (organisation_id, integration_id, delivery_id) IN (
      SELECT organisation_id, integration_id, delivery_id FROM integration_deliveries
      WHERE event_id IS NULL AND received_at < ${before} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    AND event_id IS NULL`;
}
