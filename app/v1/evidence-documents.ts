import {
  getDocument,
  listDocumentRequirements,
  listDocuments,
  supplyDocument,
  withdrawDocument,
} from "@/lib/domains/evidence";
import {
  DocumentRequirements,
  EvidenceDocument,
  EvidenceDocumentList,
  ListDocuments,
  SupplyDocument,
} from "@/lib/domains/evidence/schemas-documents";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "evidence:read", limit: "evidence.read" } as const;
const write = { scope: "evidence:write", limit: "evidence-documents.write" } as const;

export const evidenceDocuments = resources({
  "/v1/evidence-documents": {
    GET: route({
      ...read,
      summary: "List evidence documents",
      description:
        "Returns the organisation's documents, newest first. Documents supplied while you page through the list do not appear on later pages.",
      query: ListDocuments,
      response: EvidenceDocumentList,
      handler: (ctx, { query }) => listDocuments(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Supply an evidence document",
      description:
        "Records the hash and details of a document for a requirement that events alone cannot support. The document itself is not uploaded. Packages requested later list the document. If the document is valid on the last day of the package's period, the requirement is reported as SUPPLIED instead of NOT_EVIDENCED_BY_EVENTS. The document is recorded on the chain. Returns 409 if the organisation already has 1,000 current documents.",
      body: SupplyDocument,
      response: EvidenceDocument,
      status: 201,
      location: "/v1/evidence-documents",
      idempotent: true,
      errors: ["conflict", "model_not_registered"],
      handler: (ctx, { body }) => supplyDocument(ctx, body),
    }),
  },
  "/v1/evidence-documents/requirements": {
    GET: route({
      ...read,
      summary: "List requirements that need a document",
      description: "Returns the requirements that events alone cannot support, for all frameworks.",
      response: DocumentRequirements,
      handler: async () => listDocumentRequirements(),
    }),
  },
  "/v1/evidence-documents/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an evidence document",
      description: "Returns a document, even if it has been withdrawn. Documents are never deleted.",
      response: EvidenceDocument,
      handler: (ctx, { params }) => getDocument(ctx, params.id),
    }),
  },
  "/v1/evidence-documents/{id}/withdraw": {
    POST: recordRoute({
      ...write,
      summary: "Withdraw an evidence document",
      description:
        "Withdraws the document permanently and records the withdrawal on the chain. Packages requested later no longer list the document. Existing packages do not change. Returns 409 if the document was already withdrawn.",
      response: EvidenceDocument,
      errors: ["conflict"],
      handler: (ctx, { params }) => withdrawDocument(ctx, params.id),
    }),
  },
});
