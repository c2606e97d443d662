import { z } from "zod";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { FrameworkInput } from "@/lib/domains/evidence/schemas";
import { SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import {
  FlagFilter,
  HashInput,
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  ValueOf,
  VisibleLine,
} from "@/lib/platform/http/schemas";

const example = {
  framework: "EU_AI_ACT_ANNEX_IV",
  requirement: "1",
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  title: "System description and instructions for use",
  version: "2.1",
  signedBy: "Head of Model Development",
  reference: "DMS-2026-0417",
  contentHash: `sha256:${"5d".repeat(32)}`,
  validFrom: "2026-01-01",
  validUntil: "2026-12-31",
};

const Day = z.iso.date("must be a date, for example 2026-01-15");

export const SupplyDocument = z
  .strictObject({
    framework: FrameworkInput,
    requirement: z.string().min(1).max(32).meta({
      description:
        "ID of a requirement that needs a document. `GET /v1/evidence-documents/requirements` lists these requirements.",
    }),
    modelId: z.string().min(1).max(128).optional().meta({
      description: "ID of the registered model that the document is about. Defaults to all models.",
    }),
    title: VisibleLine(200),
    version: VisibleLine(64).optional(),
    signedBy: VisibleLine(200).optional().meta({
      description: "Role or name of the person who signed or approved the document. The service does not check it.",
    }),
    reference: VisibleLine(500).optional().meta({
      description: "Document number or URL in your records",
    }),
    contentHash: HashInput.meta({
      description: "SHA-256 hash of the document's bytes. The document itself is not uploaded.",
    }),
    validFrom: Day.optional().meta({
      description: "First day on which the document is valid. If omitted, validity has no start.",
    }),
    validUntil: Day.optional().meta({
      description: "Last day on which the document is valid. If omitted, the document does not expire.",
    }),
  })
  .refine(({ validFrom, validUntil }) => !validFrom || !validUntil || validFrom <= validUntil, {
    path: ["validFrom"],
    message: "must not be after `validUntil`",
  })
  .meta({
    id: "SupplyEvidenceDocument",
    description:
      "All fields are stored permanently on the audit chain and appear in packages, so don't include personal data that you may need to erase.",
    examples: [example],
  });
export type SupplyDocument = z.output<typeof SupplyDocument>;

export const EvidenceDocument = z
  .object({
    ...SuppliedDocument.shape,
    id: Id("evidenceDocument"),
    framework: ValueOf(frameworkIds),
    modelId: Id("model")
      .nullable()
      .meta({ description: "ID of the model that the document applies to; `null` for all models" }),
    suppliedBy: Id("auditEvent").meta({
      description: "ID of the audit event that records the document and who supplied it",
    }),
    withdrawnAt: IsoMilliseconds.nullable(),
    withdrawnBy: Id("auditEvent").nullable().meta({ description: "ID of the audit event that records the withdrawal" }),
  })
  .meta({
    id: "EvidenceDocument",
    examples: [
      {
        id: "doc_01kahbc2g8m9n4q6r1s7t3v5wx",
        ...example,
        suppliedAt: "2026-01-15T10:00:00.000Z",
        suppliedBy: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
        withdrawnAt: null,
        withdrawnBy: null,
      },
    ],
  });
export type EvidenceDocument = z.infer<typeof EvidenceDocument>;

export const ListDocuments = ListQuery({
  framework: FrameworkInput.optional(),
  modelId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: "Only documents that apply to this model, including documents for all models" }),
  withdrawn: FlagFilter(
    "Whether to return only withdrawn documents (`true`) or only documents that have not been withdrawn (`false`). If omitted, returns both.",
  ),
});
export type ListDocuments = z.infer<typeof ListDocuments>;

export const EvidenceDocumentList = ListOf("EvidenceDocumentList", EvidenceDocument);
export type EvidenceDocumentList = z.infer<typeof EvidenceDocumentList>;

export const DocumentRequirements = z
  .object({
    data: z.array(
      z.object({
        framework: ValueOf(frameworkIds),
        requirement: z.string().meta({ description: "ID of the requirement", examples: ["1.1"] }),
        title: z.string().meta({ examples: ["Model definition"] }),
        document: z.string().meta({
          description: "The required document and who needs to supply it",
          examples: ["The firm needs to supply the formal definition of a model."],
        }),
      }),
    ),
  })
  .meta({ id: "EvidenceDocumentRequirements" });
export type DocumentRequirements = z.infer<typeof DocumentRequirements>;
