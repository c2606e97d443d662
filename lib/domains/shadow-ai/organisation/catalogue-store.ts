import type { CatalogueFile } from "@/lib/domains/shadow-ai/catalogue/signed-file";
import type { Prisma } from "@/lib/generated/prisma/client";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** The newest installed version, if any. */
export async function findCatalogueVersion(tx: Transaction | undefined): Promise<string | undefined> {
  const newest = await (tx ?? prisma()).shadowAiCatalogue.findFirst({
    orderBy: { version: "desc" },
    select: { version: true },
  });
  return newest?.version;
}

export async function findCatalogueFile(tx: Transaction | undefined, version: string): Promise<unknown> {
  const found = await (tx ?? prisma()).shadowAiCatalogue.findUnique({ where: { version } });
  return found?.file;
}

/** Serialises installations. */
export async function lockCatalogue(tx: Transaction): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('shadow-ai-catalogue', 0))::text`;
}

export async function insertCatalogue(tx: Transaction, file: CatalogueFile, installedAt: Date): Promise<void> {
  const version = file.catalogue.dataVersion;
  await tx.shadowAiCatalogue.create({
    data: { version, file: file as unknown as Prisma.InputJsonObject, installedAt },
  });
}
