import { sealReencryption } from "@/lib/domains/audit-chain";
import type { IntegrationKind } from "@/lib/domains/integrations/constants";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { SecretsStore } from "@/lib/platform/crypto/stored-secrets";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** Which of the product's things are which governed model. */
export interface ModelRule {
  match: string;
  modelId: string;
}

/** An integration as it is stored, without its secrets. */
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

/** What a change of an integration may set. The secrets are encrypted. */
export interface IntegrationChange
  extends Partial<Omit<StoredIntegration, "id" | "kind" | "createdAt" | "recordedDeliveries" | "ignoredDeliveries">> {
  recordedDeliveries?: { increment: 1 };
  ignoredDeliveries?: { increment: 1 | -1 };
  secret?: string;
  previousSecret?: string | null;
  deletedAt?: Date;
}

/** Which integrations a list shows; what is left out does not restrict. */
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

/** Of transactions that change which integrations an organisation has, one works at a time. Taken before any row's lock. */
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

/** What a delivery is held against before anything is believed of it. */
export interface Receiver {
  id: string;
  organisationId: string;
  kind: IntegrationKind;
  secret: string;
  previousSecret: string | null;
  previousSecretExpiresAt: Date | null;
}

/**
 * Whose delivery this may be. The one look-up that names no organisation: the product knows an id and a secret, and it is
 * the secret that says which organisation it speaks to.
 */
export async function findReceiver(id: string): Promise<Receiver | null> {
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

/** Reads an integration and holds its row until the transaction ends, so that of two changes the second sees the first. */
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
  const data = { ...change, ...(models === undefined ? {} : { models: asJson(models) }) };
  return stored(await tx.integration.update({ where: { organisationId, id }, data, select: columns }));
}

/** Integrations newest first, at most `take`, those older than `beforeId` where it is given. */
export async function findIntegrations(
  organisationId: string,
  filter: IntegrationFilter,
  page: { beforeId: string; take: number },
): Promise<StoredIntegration[]> {
  return (await prisma().integration.findMany(pageQuery(organisationId, filter, page))).map(stored);
}

/** The first page and how many integrations there are in all, as of one moment. */
export async function findFirstIntegrations(
  organisationId: string,
  filter: IntegrationFilter,
  take: number,
): Promise<{ integrations: StoredIntegration[]; total: number }> {
  const [rows, total] = await prisma().$transaction(
    [
      prisma().integration.findMany(pageQuery(organisationId, filter, { take })),
      prisma().integration.count({ where: where(organisationId, filter) }),
    ],
    { isolationLevel: "RepeatableRead" },
  );
  return { integrations: rows.map(stored), total };
}

/** How many integrations the organisation has, enabled or not. */
export async function countIntegrations(tx: Transaction, organisationId: string): Promise<number> {
  return tx.integration.count({ where: where(organisationId, {}) });
}

/**
 * Maintenance over all organisations: integrations of which something is expected and was not received for as long as
 * they may be silent, the longest silent first.
 */
export async function findSilent(now: Date, limit: number): Promise<{ organisationId: string; id: string }[]> {
  return prisma().$queryRaw<{ organisationId: string; id: string }[]>`
    SELECT organisation_id AS "organisationId", id FROM integrations
    WHERE deleted_at IS NULL AND enabled AND disconnected_at IS NULL AND silent_after_hours IS NOT NULL
      AND greatest(listening_since, last_seen_at) <= ${now}::timestamptz - silent_after_hours * interval '1 hour'
    ORDER BY greatest(listening_since, last_seen_at) LIMIT ${limit}`;
}

function pageQuery(organisationId: string, filter: IntegrationFilter, page: { beforeId?: string; take: number }) {
  return {
    where: {
      ...where(organisationId, filter),
      ...(page.beforeId === undefined ? {} : { id: { lt: page.beforeId } }),
    },
    orderBy: { id: "desc" },
    take: page.take,
    select: columns,
  } satisfies Prisma.IntegrationFindManyArgs;
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

/** The database holds which kinds there are, and verbs write the rules: Prisma knows of neither. */
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

/** The encrypted secrets of all organisations' integrations; a deleted one has none. */
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
