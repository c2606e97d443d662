import { prisma, type Transaction } from "@/lib/db";

/** A delivery as the database knows it. */
export interface Claim {
  organisationId: string;
  integrationId: string;
  deliveryId: string;
  /** SHA-256 of the body, in hexadecimal. */
  bodyHash: string;
  topic: string;
  receivedAt: Date;
}

/**
 * Writes a delivery down before anything is made of it; false where it is known, by its id or by its body. Of deliveries
 * of one integration one claims at a time: the caller holds its row.
 */
export async function claimDelivery(tx: Transaction, claim: Claim): Promise<boolean> {
  const { count } = await tx.integrationDelivery.createMany({ data: [claim], skipDuplicates: true });
  return count === 1;
}

/** What is known of a delivery, by its id where that is known, else by its body. */
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

/** Names the event that was made of a delivery, in the transaction that claimed it. */
export async function setEventOf(tx: Transaction, claim: Claim, eventId: string): Promise<void> {
  const { organisationId, integrationId, deliveryId } = claim;
  await tx.integrationDelivery.updateMany({
    where: { organisationId, integrationId, deliveryId },
    data: { eventId },
  });
}

/** Maintenance over all organisations: forgets deliveries of which nothing was made, received before a time. */
export async function forgetIgnored(before: Date, limit: number): Promise<number> {
  return prisma().$executeRaw`
    DELETE FROM integration_deliveries WHERE (integration_id, delivery_id) IN (
      SELECT integration_id, delivery_id FROM integration_deliveries
      WHERE event_id IS NULL AND received_at < ${before} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    AND event_id IS NULL`;
}
