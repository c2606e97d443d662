import type { DeliveryResult, IgnoredReason } from "@/lib/domains/integrations/constants";
import type { Prisma } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** A delivery as it is written down before anything is made of it. */
export interface Claim {
  organisationId: string;
  integrationId: string;
  deliveryId: string;
  /** SHA-256 of the body, in hexadecimal. */
  bodyHash: string;
  topic: string;
  /** Why no event is made of it; null: one is. */
  reason: IgnoredReason | null;
  receivedAt: Date;
}

/** A delivery as it is stored. */
export interface StoredDelivery extends Pick<Claim, "deliveryId" | "topic" | "reason" | "receivedAt"> {
  eventId: string | null;
}

/** Which deliveries a list shows; what is left out does not restrict. */
export interface DeliveryFilter {
  result?: DeliveryResult | undefined;
}

/** The delivery behind which a page begins. */
export type DeliveryPlace = Pick<Claim, "deliveryId" | "receivedAt">;

/**
 * Writes a delivery down before anything is made of it; false where it is known, by its id or by its body. Of deliveries
 * of one integration one claims at a time: the caller holds its row.
 */
export async function claimDelivery(tx: Transaction, claim: Claim): Promise<boolean> {
  const { count } = await tx.integrationDelivery.createMany({ data: [claim], skipDuplicates: true });
  return count === 1;
}

/**
 * Forgets a delivery of which no event was made, so that it can be claimed anew; false where there is none such. Its topic
 * must be the same, because no signature covers where that comes from.
 */
export async function withdrawIgnored(tx: Transaction, claim: Claim): Promise<boolean> {
  const { organisationId, integrationId, bodyHash, topic } = claim;
  const { count } = await tx.integrationDelivery.deleteMany({
    where: { organisationId, integrationId, bodyHash, topic, eventId: null },
  });
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

interface ListKey {
  organisationId: string;
  integrationId: string;
  filter: DeliveryFilter;
}

/** Deliveries newest first, at most `take`, those behind a place where it is given. */
export async function findDeliveries(
  of: ListKey,
  page: { behind: DeliveryPlace; take: number },
): Promise<StoredDelivery[]> {
  return (await prisma().integrationDelivery.findMany(pageQuery(of, page))).map(stored);
}

/** The first page and how many deliveries there are in all, as of one moment. */
export async function findFirstDeliveries(
  of: ListKey,
  take: number,
): Promise<{ deliveries: StoredDelivery[]; total: number }> {
  const [rows, total] = await prisma().$transaction(
    [
      prisma().integrationDelivery.findMany(pageQuery(of, { take })),
      prisma().integrationDelivery.count({ where: where(of) }),
    ],
    { isolationLevel: "RepeatableRead" },
  );
  return { deliveries: rows.map(stored), total };
}

function pageQuery(of: ListKey, { behind, take }: { behind?: DeliveryPlace; take: number }) {
  return {
    where: { ...where(of), ...(behind && isBehind(behind)) },
    orderBy: [{ receivedAt: "desc" }, { deliveryId: "desc" }],
    take,
    select: { deliveryId: true, topic: true, reason: true, receivedAt: true, eventId: true },
  } satisfies Prisma.IntegrationDeliveryFindManyArgs;
}

/** Of what was received in the same millisecond the ids decide. The first condition is where the index begins. */
function isBehind({ receivedAt, deliveryId }: DeliveryPlace): Prisma.IntegrationDeliveryWhereInput {
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

/** The database holds which reasons there are. */
function stored<R extends { reason: string | null }>(row: R): R & { reason: IgnoredReason | null } {
  return { ...row, reason: row.reason as IgnoredReason | null };
}

/** Maintenance over all organisations: forgets deliveries of which nothing was made, received before a time. */
export async function forgetIgnored(before: Date, limit: number): Promise<number> {
  return prisma().$executeRaw`
    DELETE FROM integration_deliveries WHERE (integration_id, delivery_id) IN (
      SELECT integration_id, delivery_id FROM integration_deliveries
      WHERE event_id IS NULL AND received_at < ${before} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    AND event_id IS NULL`;
}
