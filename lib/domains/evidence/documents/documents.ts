import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import {
  countInForce,
  documentsOf,
  findDocument,
  findDocumentsFor,
  insertDocument,
  lockDocuments,
  type StoredDocument,
  withdrawStored,
} from "@/lib/domains/evidence/documents/store";
import { type FrameworkId, frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import { SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import {
  type DocumentRequirements,
  EvidenceDocument,
  type EvidenceDocumentList,
  type ListDocuments,
  type SupplyDocument,
} from "@/lib/domains/evidence/schemas-documents";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { listItems } from "@/lib/platform/resource/list-page";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

const documentsMax = 1_000;

/**
 * Records a document for a requirement that events cannot support. Packages requested later refer to it.
 * @throws `validation_failed` for a requirement that needs no document, `model_not_registered`, and `conflict` at the
 * maximum number of documents.
 */
export async function supplyDocument(ctx: Context, input: SupplyDocument): Promise<EvidenceDocument> {
  const organisationId = ctx.organisation.id;
  const { framework, requirement, modelId = null, title, contentHash } = input;
  const { version = null, signedBy = null, reference = null, validFrom = null, validUntil = null } = input;
  requireDocumentNeeded(framework, requirement);
  return inTransaction(ctx.tx, async (tx) => {
    await lockDocuments(tx, organisationId);
    if ((await countInForce(tx, organisationId)) >= documentsMax) {
      throw new ServiceError(
        "conflict",
        `The organisation has ${documentsMax} current documents, which is the maximum. Withdraw one first.`,
      );
    }
    await requireRegistered(
      { ...ctx, tx },
      modelId === null ? [] : [{ path: "modelId", modelId }],
      "The model is not registered.",
    );
    const nowMs = ctx.clock.now();
    const id = newId("evidenceDocument", nowMs);
    const suppliedBy = newId("auditEvent", nowMs);
    const stored = await insertDocument(tx, {
      ...{ id, organisationId, framework, requirement, modelId, title, version, signedBy, reference, contentHash },
      ...{ validFrom, validUntil, suppliedBy, suppliedAt: new Date(nowMs) },
    });
    await recordDocument(ctx, tx, "EVIDENCE_DOCUMENT_SUPPLIED", stored, suppliedBy);
    return toDocument(stored);
  });
}

/** Withdraws a document permanently. @throws `not_found`, and `conflict` if it was withdrawn before. */
export async function withdrawDocument(ctx: Context, id: string): Promise<EvidenceDocument> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const document = await findDocument(tx, organisationId, id);
    if (!document) throw notFound("document");
    const nowMs = ctx.clock.now();
    const withdrawn = { withdrawnBy: newId("auditEvent", nowMs), withdrawnAt: new Date(nowMs) };
    if (!(await withdrawStored(tx, organisationId, id, withdrawn))) {
      throw new ServiceError("conflict", "The document was already withdrawn.");
    }
    await recordDocument(ctx, tx, "EVIDENCE_DOCUMENT_WITHDRAWN", document, withdrawn.withdrawnBy);
    return toDocument({ ...document, ...withdrawn });
  });
}

/** A document, current or withdrawn. @throws `not_found`. */
export async function getDocument(ctx: Context, id: string): Promise<EvidenceDocument> {
  const stored = await findDocument(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("document");
  return toDocument(stored);
}

/** The organisation's documents, newest first. @throws `invalid_cursor`. */
export async function listDocuments(ctx: Context, query: ListDocuments): Promise<EvidenceDocumentList> {
  return listItems(ctx, {
    name: "evidence-documents",
    query,
    view: toDocument,
    ...documentsOf(ctx.organisation.id, query),
  });
}

/** Every requirement of the frameworks that needs a document. */
export function listDocumentRequirements(): DocumentRequirements {
  return {
    data: frameworkIds.flatMap((framework) =>
      frameworkOf(framework).requirements.flatMap(({ id: requirement, title, document }) =>
        document === undefined ? [] : [{ framework, requirement, title, document }],
      ),
    ),
  };
}

/** The current documents for a model, as a package refers to them. */
export async function suppliedDocuments(
  organisationId: string,
  framework: FrameworkId,
  modelId: string,
): Promise<SuppliedDocument[]> {
  const stored = await findDocumentsFor(organisationId, framework, modelId);
  return stored.map((one) => SuppliedDocument.strip().parse(withIsoTimes(one)));
}

function requireDocumentNeeded(framework: FrameworkId, requirement: string): void {
  const found = frameworkOf(framework).requirements.find(({ id }) => id === requirement);
  if (found?.document !== undefined) return;
  const message = found ? "needs no document, because events support it" : `is not a requirement of ${framework}`;
  throw validationFailed([{ path: "requirement", message }]);
}

async function recordDocument(
  ctx: Context,
  tx: Transaction,
  kind: "EVIDENCE_DOCUMENT_SUPPLIED" | "EVIDENCE_DOCUMENT_WITHDRAWN",
  document: StoredDocument,
  eventId: string,
): Promise<void> {
  const { id, framework, requirement, modelId, title, version, signedBy, reference, contentHash } = document;
  const { validFrom, validUntil } = document;
  const payload = {
    ...{ documentId: id, framework, requirement, modelId, title, version, signedBy, reference, contentHash },
    ...{ validFrom, validUntil },
  };
  const record = { table: "evidence_documents", id } as const;
  await recordConfigurationChange(ctx, tx, { kind, record, payload, eventId });
}

function toDocument(stored: StoredDocument): EvidenceDocument {
  return EvidenceDocument.parse(withIsoTimes(stored));
}
