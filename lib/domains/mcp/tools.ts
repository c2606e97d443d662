import { z } from "zod";
import { listEvents, verifyEvent } from "@/lib/domains/audit-chain";
import { AuditEvent, EventVerification, ListEventsQuery, Tag, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import { listPackages, previewPackage, verifyPackage } from "@/lib/domains/evidence";
import { EvidencePackage, PackageVerification, VerifyPackage } from "@/lib/domains/evidence/schemas";
import { PackagePreview, PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import { type Tool, tool } from "@/lib/domains/mcp/tool";
import { draftTriage, getDetection } from "@/lib/domains/shadow-ai";
import { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { TriageDraft } from "@/lib/domains/shadow-ai/schemas-draft";
import { IdParams, Pagination } from "@/lib/platform/http/schemas";

const pageMax = 50;
const payloadCharactersMax = 2_000;

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

const detectionId = IdParams.shape.id.meta({ description: "The ID of a detection" });

/** The tools by name. None of them changes a record. */
export const tools: Record<string, Tool> = {
  search_events: tool({
    title: "Search audit events",
    description: `Returns audit events, newest first, with the result of recomputing their hashes. Payloads over ${payloadCharactersMax} characters are omitted.`,
    scope: "audit:read",
    limit: "audit.list",
    input: SearchEvents,
    output: z.object({ events: z.array(FoundEvent), pagination: Pagination }),
    run: async (ctx, { tags, ...query }) => {
      const { data, pagination } = await listEvents(ctx, { ...query, ...(tags && { tag: tags }) });
      const changed = data.filter(({ verified }) => !verified).map(({ id }) => id);
      const events = data.map((event) => {
        const payloadOmitted = JSON.stringify(event.payload).length > payloadCharactersMax;
        return { ...event, payload: payloadOmitted ? null : event.payload, payloadOmitted };
      });
      const verdict = changed.length === 0 ? "All hashes match." : `Hashes do not match: ${changed.join(", ")}.`;
      const text = `${pagination.total} events match. Returned: ${data.length}.`;
      return { data: { events, pagination }, text: data.length === 0 ? text : `${text} ${verdict}` };
    },
  }),
  verify_event: tool({
    title: "Verify an audit event",
    description: "Recomputes the hashes of a stored event and compares them with its recorded hash and its neighbours.",
    scope: "audit:read",
    limit: "audit.verify",
    input: VerifyEvent,
    output: EventVerification,
    run: async (ctx, input) => {
      const data = await verifyEvent(ctx, input);
      const text = data.valid
        ? `The event at position ${data.chainPosition} is valid.`
        : `The event is not valid (${data.error}). ${data.message}`;
      return { data, text };
    },
  }),
  explain_detection: tool({
    title: "Explain a shadow AI detection",
    description:
      "Returns a detection with the inputs and factors of its risk score, the reasons why the traffic was identified as AI, its traffic over the last 30 days, and whether the record matches the audit chain.",
    scope: "shadow_ai:read",
    limit: "shadow-ai.read",
    input: z.strictObject({ detectionId }),
    output: z.object({ detection: ShadowAiDetectionDetail }),
    run: async (ctx, input) => {
      const { detection } = await getDetection(ctx, input.detectionId);
      const { aiProvider, endpoint } = detection.details;
      const record = detection.verified ? "matches" : "does not match";
      const text = `${aiProvider} (${endpoint}), ${detection.status}, ${detection.severity}, score ${detection.riskScore} of 100. ${detection.riskFactors.join(" ")} The record ${record} the audit chain.`;
      return { data: { detection }, text };
    },
  }),
  draft_triage: tool({
    title: "Draft a triage step",
    description:
      "Proposes the next triage step of a detection, with reasons from its risk factors, the catalogue and decisions on similar detections. Nothing is changed: a person must make the decision.",
    scope: "shadow_ai:read",
    limit: "shadow-ai.read",
    input: z.strictObject({ detectionId }),
    output: TriageDraft,
    run: async (ctx, input) => {
      const data = await draftTriage(ctx, input.detectionId);
      const { change } = data;
      const step = change ? [change.status, change.resolution].filter(Boolean).join(", ") : "none";
      return { data, text: `Draft, not applied. Proposed step: ${step}. ${data.reasons[0]?.text ?? ""}`.trimEnd() };
    },
  }),
  read_coverage: tool({
    title: "Read evidence coverage and gaps",
    description:
      "Counts a model's events in a period for each section of a framework, and lists the sections without events. Also returns the requirements coverage of the model's latest evidence package that is ready.",
    scope: "evidence:read",
    limit: "evidence.read",
    input: PreviewPackage,
    output: z.object({
      totalEvents: PackagePreview.shape.totalEvents,
      sections: PackagePreview.shape.sections,
      gaps: z.array(z.string()).meta({ description: "IDs of the sections that no event in the period supports" }),
      latestPackage: EvidencePackage.pick({ id: true, dateRange: true, generatedAt: true, coverage: true })
        .nullable()
        .meta({ description: "The latest package for the model and framework that is ready; `null` if there is none" }),
    }),
    run: async (ctx, input) => {
      const { totalEvents, sections } = await previewPackage(ctx, input);
      const { modelId, framework } = input;
      const { data: packages } = await listPackages(ctx, { modelId, framework, status: "READY", limit: 1 });
      const latestPackage = packages[0] ?? null;
      const gaps = sections.filter(({ events }) => events === 0).map(({ id }) => id);
      const coverage = latestPackage?.coverage
        ? ` Package ${latestPackage.id}: ${latestPackage.coverage.headline}.`
        : "";
      const without = gaps.length === 0 ? "Every section has events." : `Sections without events: ${gaps.join(", ")}.`;
      return {
        data: { totalEvents, sections, gaps, latestPackage },
        text: `${totalEvents} events. ${without}${coverage}`,
      };
    },
  }),
  verify_package: tool({
    title: "Verify an evidence package",
    description:
      "Compares the hash of your copy with the issued package, and checks the stored file and its signatures.",
    scope: "evidence:read",
    limit: "evidence.write",
    input: VerifyPackage.safeExtend({ packageId: IdParams.shape.id.meta({ description: "The ID of a package" }) }),
    output: PackageVerification,
    run: async (ctx, { packageId, ...input }) => {
      const data = await verifyPackage(ctx, packageId, input);
      return { data, text: data.message };
    },
  }),
};
