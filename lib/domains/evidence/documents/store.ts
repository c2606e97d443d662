import type { FrameworkId } from "@/lib/domains/evidence/enums";
import type { EvidenceDocument, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredDocument = Omit<EvidenceDocument, "organisationId">;

const omit = { organisationId: true } as const;

/** Serialises transactions that supply documents of an organisation, so that its limit is exact. */
export async function lockDocuments(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`evidence-documents ${organisationId}`}, 0))::text`;
}

export async function insertDocument(
  tx: Transaction,
  document: Prisma.EvidenceDocumentUncheckedCreateInput,
): Promise<StoredDocument> {
  return tx.evidenceDocument.create({ data: document, omit });
}

export async function findDocument(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredDocument | null> {
  if (!isId("evidenceDocument", id)) return null;
  return (tx ?? prisma()).evidenceDocument.findFirst({ where: { organisationId, id }, omit });
}

/** Returns false if the document was already withdrawn. */
export async function withdrawStored(
  tx: Transaction,
  organisationId: string,
  id: string,
  withdrawn: { withdrawnBy: string; withdrawnAt: Date },
): Promise<boolean> {
  const where = { organisationId, id, withdrawnAt: null };
  return (await tx.evidenceDocument.updateMany({ where, data: withdrawn })).count === 1;
}

export function countInForce(tx: Transaction, organisationId: string): Promise<number> {
  return tx.evidenceDocument.count({ where: { organisationId, withdrawnAt: null } });
}

/** Documents for a framework and a model that were not withdrawn, oldest first. */
export async function findDocumentsFor(
  organisationId: string,
  framework: FrameworkId,
  modelId: string,
): Promise<StoredDocument[]> {
  return prisma().evidenceDocument.findMany({
    where: { organisationId, framework, withdrawnAt: null, OR: [{ modelId: null }, { modelId }] },
    orderBy: { id: "asc" },
    omit,
  });
}

export interface DocumentFilter {
  framework?: FrameworkId | undefined;
  modelId?: string | undefined;
  withdrawn?: boolean | undefined;
}

export function documentsOf(organisationId: string, { framework, modelId, withdrawn }: DocumentFilter) {
  const where = {
    organisationId,
    ...(framework && { framework }),
    ...(modelId !== undefined && { OR: [{ modelId: null }, { modelId }] }),
    ...(withdrawn !== undefined && { withdrawnAt: withdrawn ? { not: null } : null }),
  };
  return {
    rows: (slice: Slice, reader: Reader) => reader.evidenceDocument.findMany({ ...newestFirst(slice, where), omit }),
    count: (reader: Reader) => reader.evidenceDocument.count({ where }),
  };
}
