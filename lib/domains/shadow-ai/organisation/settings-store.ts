import { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { defaultSettings, ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { Prisma } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";

export interface StoredOverride {
  /** A host, or `*.` and a domain. */
  host: string;
  override: CatalogueOverride;
  updatedAt: Date;
}

/** The defaults if the organisation has not changed its settings. */
export async function findSettings(tx: Transaction | undefined, organisationId: string): Promise<ShadowAiSettings> {
  const stored = await (tx ?? prisma()).shadowAiSetting.findFirst({ where: { organisationId } });
  return stored ? ShadowAiSettings.parse(stored.settings) : defaultSettings;
}

/** Serialises changes to an organisation's settings and overrides. */
export async function lockSettings(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`shadow-ai-settings ${organisationId}`}, 0))::text`;
}

export async function saveSettings(
  tx: Transaction,
  organisationId: string,
  settings: ShadowAiSettings,
  updatedAt: Date,
): Promise<void> {
  const columns = { settings: settings as Prisma.InputJsonObject, updatedAt };
  await tx.shadowAiSetting.upsert({
    where: { organisationId },
    create: { organisationId, ...columns },
    update: columns,
  });
}

/** All overrides of the organisation, by host. */
export async function findOverrides(tx: Transaction | undefined, organisationId: string): Promise<StoredOverride[]> {
  const rows = await (tx ?? prisma()).shadowAiOverride.findMany({
    where: { organisationId },
    orderBy: { host: "asc" },
  });
  return rows.map(({ host, override, updatedAt }) => ({
    host,
    override: CatalogueOverride.parse(override),
    updatedAt,
  }));
}

export async function saveOverride(
  tx: Transaction,
  organisationId: string,
  { host, override, updatedAt }: StoredOverride,
): Promise<void> {
  const columns = { override: override as Prisma.InputJsonObject, updatedAt };
  await tx.shadowAiOverride.upsert({
    where: { organisationId_host: { organisationId, host } },
    create: { organisationId, host, ...columns },
    update: columns,
  });
}

export async function removeOverride(tx: Transaction, organisationId: string, host: string): Promise<void> {
  await tx.shadowAiOverride.deleteMany({ where: { organisationId, host } });
}
