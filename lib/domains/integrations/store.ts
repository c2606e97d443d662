import { sealReencryption } from "@/lib/domains/audit-chain";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { SecretsStore } from "@/lib/platform/crypto/stored-secrets";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import type { Reader, Slice } from "@/lib/platform/resource/list-page";

export interface ModelRule {
  match: string;
  modelId: string;
}

/** A stored integration without its secrets. */
export interface StoredIntegration {
  id: string;
  kind: IntegrationKind;
  name: string;
  models: ModelRule[];
  defaultModelId: string | null;
  silentAfterHours: number | null;
  enabled: boolean;
  previousSecretExpiresAt: Date | null;
  listeningSince: Date;
  lastSeenAt: Date | null;
  disconnectedAt: Date | null;
  recordedDeliveries: number;
  ignoredDeliveries: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Secrets are encrypted. */
export interface IntegrationChange
  extends Partial<Omit<StoredIntegration, "id" | "kind" | "createdAt" | "recordedDeliveries" | "ignoredDeliveries">> {
  recordedDeliveries?: { increment: 1 };
  ignoredDeliveries?: { increment: 1 | -1 };
  secret?: string;
  previousSecret?: string | null;
  deletedAt?: Date;
}

export interface IntegrationFilter {
  kind?: IntegrationKind | undefined;
}

const columns = {
  id: true,
  kind: true,
  name: true,
  models: true,
  defaultModelId: true,
  silentAfterHours: true,
  enabled: true,
  previousSecretExpiresAt: true,
  listeningSince: true,
  lastSeenAt: true,
  disconnectedAt: true,
  recordedDeliveries: true,
  ignoredDeliveries: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** Serialises the creation and deletion of an organisation's integrations. Acquired before any row lock. */
export async function lockIntegrationSet(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`integrations ${organisationId}`}, 0))::text`;
}

type NewIntegration = Pick<
  StoredIntegration,
  "id" | "kind" | "name" | "models" | "defaultModelId" | "silentAfterHours" | "enabled" | "createdAt"
>;

export async function insertIntegration(
  tx: Transaction,
  integration: NewIntegration & { organisationId: string; secret: string },
): Promise<StoredIntegration> {
  const { createdAt, models, ...others } = integration;
  const data = { ...others, models: asJson(models), createdAt, listeningSince: createdAt, updatedAt: createdAt };
  return stored(await tx.integration.create({ data, select: columns }));
}

export async function findIntegration(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredIntegration | null> {
  if (!isId("integration", id)) return null;
  const row = await (tx ?? prisma()).integration.findFirst({
    where: { organisationId, id, deletedAt: null },
    select: columns,
  });
  return row && stored(row);
}

export type Receiver = NonNullable<Awaited<ReturnType<typeof findReceiver>>>;

/**
 * The integration that a delivery is addressed to. The only lookup without an organisation: the delivery's signature
 * authenticates it.
 */
export async function findReceiver(id: string) {
  if (!isId("integration", id)) return null;
  const row = await prisma().integration.findFirst({
    where: { id, deletedAt: null },
    select: {
      id: true,
      organisationId: true,
      kind: true,
      secret: true,
      previousSecret: true,
      previousSecretExpiresAt: true,
    },
  });
  return row && { ...row, kind: row.kind as IntegrationKind };
}

/** Reads an integration and locks its row. */
export async function lockIntegration(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<(StoredIntegration & { secret: string }) | null> {
  if (!isId("integration", id)) return null;
  await tx.$queryRaw`
    SELECT id FROM integrations WHERE organisation_id = ${organisationId} AND id = ${id} FOR NO KEY UPDATE`;
  const row = await tx.integration.findFirst({
    where: { organisationId, id, deletedAt: null },
    select: { ...columns, secret: true },
  });
  return row && { ...stored(row), secret: row.secret };
}

export async function changeIntegration(
  tx: Transaction,
  organisationId: string,
  id: string,
  { models, ...change }: IntegrationChange,
): Promise<StoredIntegration> {
  const data = { ...change, ...(models && { models: asJson(models) }) };
  return stored(await tx.integration.update({ where: { organisationId, id }, data, select: columns }));
}

/** Integrations, newest first. */
export async function findIntegrations(
  reader: Reader,
  organisationId: string,
  filter: IntegrationFilter,
  { before, take }: Slice,
): Promise<StoredIntegration[]> {
  const rows = await reader.integration.findMany({
    where: { ...where(organisationId, filter), ...(before !== undefined && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take,
    select: columns,
  });
  return rows.map(stored);
}

export async function countIntegrations(
  reader: Reader,
  organisationId: string,
  filter: IntegrationFilter = {},
): Promise<number> {
  return reader.integration.count({ where: where(organisationId, filter) });
}

/** Maintenance over all organisations: integrations that exceeded their silence period, the longest silent first. */
export async function findSilent(now: Date, limit: number): Promise<{ organisationId: string; id: string }[]> {
  return prisma().$queryRaw<{ organisationId: string; id: string }[]>`
    SELECT organisation_id AS "organisationId", id FROM integrations
    WHERE deleted_at IS NULL AND enabled AND disconnected_at IS NULL AND silent_after_hours IS NOT NULL
      AND greatest(listening_since, last_seen_at) <= ${now}::timestamptz - silent_after_hours * interval '1 hour'
    ORDER BY greatest(listening_since, last_seen_at) LIMIT ${limit}`;
}

function where(organisationId: string, { kind }: IntegrationFilter): Prisma.IntegrationWhereInput {
  return { organisationId, deletedAt: null, ...(kind === undefined ? {} : { kind }) };
}

interface Row {
  kind: string;
  models: unknown;
  recordedDeliveries: bigint;
  ignoredDeliveries: bigint;
}

/** A check constraint restricts the kind, and rules were validated before they were stored. */
function stored<R extends Row>(row: R) {
  return {
    ...row,
    kind: row.kind as IntegrationKind,
    models: row.models as ModelRule[],
    recordedDeliveries: Number(row.recordedDeliveries),
    ignoredDeliveries: Number(row.ignoredDeliveries),
  };
}

function asJson(models: ModelRule[]): Prisma.InputJsonArray {
  return models as unknown as Prisma.InputJsonArray;
}

/** The encrypted secrets of all organisations' integrations. Deleted integrations have none. */
export const secretsStore: SecretsStore = {
  find: (afterId, limit) =>
    prisma().integration.findMany({
      where: { id: { gt: afterId }, secret: { not: "" } },
      select: { id: true, organisationId: true, secret: true, previousSecret: true },
      orderBy: { id: "asc" },
      take: limit,
    }),
  replace: (before, after) =>
    sealReencryption(before.organisationId, { table: "integrations", id: before.id }, async (tx) => {
      const { count } = await tx.integration.updateMany({ where: before, data: after });
      return count;
    }),
};
