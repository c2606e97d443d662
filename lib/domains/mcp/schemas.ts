import { z } from "zod";
import { AuditEvent, EventVerification, ListEventsQuery, Tag, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import { EvidencePackage, PackageVerification, VerifyPackage } from "@/lib/domains/evidence/schemas";
import { PackagePreview, PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { TriageDraft } from "@/lib/domains/shadow-ai/schemas-draft";
import { IdParams, Pagination } from "@/lib/platform/http/schemas";

const pageMax = 50;
/** Longer payloads are omitted from lists. */
export const payloadCharactersMax = 2_000;

const { modelId, eventType, severity, from, to, source, cursor } = ListEventsQuery.shape;

const SearchEvents = z
  .strictObject({
    ...{ modelId, eventType, severity, from, to, source, cursor },
    tags: z.array(Tag).max(10).optional().meta({ description: "Only events with all of these tags" }),
    limit: z.int().min(1).max(pageMax).default(20),
  })
  .refine((query) => !query.from || !query.to || query.from <= query.to, {
    path: ["from"],
    message: "must not be after `to`",
  });

const FoundEvent = AuditEvent.pick({
  id: true,
  chainPosition: true,
  blockHash: true,
  timestamp: true,
  eventType: true,
  severity: true,
  modelId: true,
  source: true,
  actor: true,
  payload: true,
  tags: true,
  verified: true,
}).extend({
  payloadOmitted: z.boolean().meta({ description: `Whether the payload exceeds ${payloadCharactersMax} characters` }),
});

const OneDetection = z.strictObject({ detectionId: IdParams.shape.id.meta({ description: "The ID of a detection" }) });

/** The arguments and the structured result of each tool. */
export const searchEvents = {
  input: SearchEvents,
  output: z.object({ events: z.array(FoundEvent), pagination: Pagination }),
};

export const verifyEvent = { input: VerifyEvent, output: EventVerification };

export const explainDetection = { input: OneDetection, output: z.object({ detection: ShadowAiDetectionDetail }) };

export const draftTriage = { input: OneDetection, output: TriageDraft };

export const readCoverage = {
  input: PreviewPackage,
  output: z.object({
    totalEvents: PackagePreview.shape.totalEvents,
    sections: PackagePreview.shape.sections,
    gaps: z.array(z.string()).meta({ description: "IDs of the sections that no event in the period supports" }),
    latestPackage: EvidencePackage.pick({ id: true, dateRange: true, generatedAt: true, coverage: true })
      .nullable()
      .meta({ description: "The latest READY package for the model and framework, or `null` if no package is READY" }),
  }),
};

export const verifyPackage = {
  input: VerifyPackage.safeExtend({ packageId: IdParams.shape.id.meta({ description: "The ID of a package" }) }),
  output: PackageVerification,
};
