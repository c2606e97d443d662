import { sealReencryption } from "@/lib/domains/audit-chain";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { SecretsStore } from "@/lib/platform/crypto/stored-secrets";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import type { Reader, Slice } from "@/lib/platform/resource/list-page";

/** An endpoint as it is stored, without its secrets. */
export interface StoredEndpoint {
  id: string;
  url: string;
  events: string[];
  description: string;
  active: boolean;
  previousSecretExpiresAt: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  listeningSince: Date;
  createdAt: Date;
  updatedAt: Date;
}

/** What a change of an endpoint may set. The secrets are encrypted. */
export interface EndpointChange extends Partial<Omit<StoredEndpoint, "id" | "createdAt">> {
  updatedAt: Date;
  secret?: string;
  previousSecret?: string | null;
  warnedAt?: null;
  failureMailedAt?: null;
  deletedAt?: Date;
}

/** Which endpoints a list shows; what is left out does not restrict. */
export interface EndpointFilter {
  active?: boolean | undefined;
}

const columns = {
  id: true,
  url: true,
  events: true,
  description: true,
  active: true,
  previousSecretExpiresAt: true,
  disabledAt: true,
  disabledReason: true,
  listeningSince: true,
  createdAt: true,
  updatedAt: true,
} as const;

/**
 * Of transactions that change which endpoints an organisation has, or what they listen to, one works at a time. Taken
 * before any row's lock.
 */
export async function lockEndpointSet(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`webhook-endpoints ${organisationId}`}, 0))::text`;
}

export async function insertEndpoint(
  tx: Transaction,
  endpoint: Pick<StoredEndpoint, "id" | "url" | "events" | "description" | "active" | "createdAt"> & {
    organisationId: string;
    secret: string;
  },
): Promise<StoredEndpoint> {
  const { createdAt } = endpoint;
  return tx.webhookEndpoint.create({
    data: { ...endpoint, listeningSince: createdAt, updatedAt: createdAt },
    select: columns,
  });
}

export async function findEndpoint(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredEndpoint | null> {
  if (!isId("webhookEndpoint", id)) return null;
  return (tx ?? prisma()).webhookEndpoint.findFirst({
    where: { organisationId, id, deletedAt: null },
    select: columns,
  });
}

/**
 * Reads an endpoint and holds its row until the transaction ends, so that of two changes the second sees the first.
 * Deliveries may be made for it meanwhile: their foreign key does not wait for this lock.
 */
export async function lockEndpoint(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<(StoredEndpoint & { secret: string }) | null> {
  if (!isId("webhookEndpoint", id)) return null;
  await tx.$queryRaw`
    SELECT id FROM webhook_endpoints WHERE organisation_id = ${organisationId} AND id = ${id} FOR NO KEY UPDATE`;
  return tx.webhookEndpoint.findFirst({
    where: { organisationId, id, deletedAt: null },
    select: { ...columns, secret: true },
  });
}

export async function changeEndpoint(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: EndpointChange,
): Promise<StoredEndpoint> {
  return tx.webhookEndpoint.update({ where: { organisationId, id }, data: change, select: columns });
}

/** Endpoints, newest first. */
export async function findEndpoints(
  reader: Reader,
  organisationId: string,
  filter: EndpointFilter,
  { before, take }: Slice,
): Promise<StoredEndpoint[]> {
  const id = before === undefined ? {} : { id: { lt: before } };
  return reader.webhookEndpoint.findMany({
    where: { ...where(organisationId, filter), ...id },
    orderBy: { id: "desc" },
    take,
    select: columns,
  });
}

/** How many endpoints the organisation has; active or not, where `filter` does not say. */
export async function countEndpoints(
  reader: Reader,
  organisationId: string,
  filter: EndpointFilter = {},
): Promise<number> {
  return reader.webhookEndpoint.count({ where: where(organisationId, filter) });
}

/** Whether an active endpoint of the organisation listens to one of these types. */
export async function hasListener(tx: Transaction, organisationId: string, types: string[]): Promise<boolean> {
  const found = await tx.webhookEndpoint.findFirst({
    where: { ...where(organisationId, { active: true }), events: { hasSome: types } },
    select: { id: true },
  });
  return found !== null;
}

/**
 * Deliveries that end with a change of their endpoint. After a long outage more may wait: those are ended one by one when
 * they are due, because an attempt begins by looking at the endpoint.
 */
const endedMax = 20_000;

/**
 * Ends deliveries of an endpoint that are not finished, as FAILED for a reason. Those that an attempt holds at this moment
 * are left to it, so that neither waits for the other: the next attempt finds the endpoint as it is by then.
 */
export async function endUndelivered(
  tx: Transaction,
  organisationId: string,
  endpointId: string,
  ended: { reason: "endpoint_disabled" | "endpoint_deleted"; at: Date },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_deliveries
    SET status = 'FAILED', failure_reason = ${ended.reason}, finished_at = ${ended.at}, next_attempt_at = NULL
    WHERE organisation_id = ${organisationId} AND endpoint_id = ${endpointId} AND message_id IN (
      SELECT message_id FROM webhook_deliveries
      WHERE organisation_id = ${organisationId} AND endpoint_id = ${endpointId}
        AND status IN ('PENDING', 'RETRY_SCHEDULED')
      LIMIT ${endedMax} FOR UPDATE SKIP LOCKED)`;
}

function where(organisationId: string, { active }: EndpointFilter): Prisma.WebhookEndpointWhereInput {
  return { organisationId, deletedAt: null, ...(active === undefined ? {} : { active }) };
}

/** The encrypted secrets of all organisations' endpoints; a deleted one has none. */
export const secretsStore: SecretsStore = {
  find: (afterId, limit) =>
    prisma().webhookEndpoint.findMany({
      where: { id: { gt: afterId }, secret: { not: "" } },
      select: { id: true, organisationId: true, secret: true, previousSecret: true },
      orderBy: { id: "asc" },
      take: limit,
    }),
  replace: (before, after) =>
    sealReencryption(before.organisationId, { table: "webhook_endpoints", id: before.id }, async (tx) => {
      const { count } = await tx.webhookEndpoint.updateMany({ where: before, data: after });
      return count;
    }),
};
