import { listEvents, verifyEvent } from "@/lib/domains/audit-chain";
import { listPackages, previewPackage, verifyPackage } from "@/lib/domains/evidence";
import * as schemas from "@/lib/domains/mcp/schemas";
import { type Tool, tool } from "@/lib/domains/mcp/tool";
import { draftTriage, getDetection } from "@/lib/domains/shadow-ai";

const { payloadCharactersMax } = schemas;

/** The tools by name. None of them changes a record. */
export const tools: Record<string, Tool> = {
  search_events: tool({
    title: "Search audit events",
    description: `Returns audit events, newest first, with the result of recomputing their hashes. Payloads over ${payloadCharactersMax} characters are omitted.`,
    scope: "audit:read",
    limit: "audit.list",
    ...schemas.searchEvents,
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
    description:
      "Recomputes the hashes of a stored event and compares them with the recorded hash. Also verifies the link to the previous event, and compares the recorded hash with `expectedHash` if you pass it.",
    scope: "audit:read",
    limit: "audit.verify",
    ...schemas.verifyEvent,
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
    ...schemas.explainDetection,
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
    ...schemas.draftTriage,
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
      "Counts a model's events in a period for each section of a framework, and lists the sections without events. Also returns the latest READY package for the model and framework with its requirements coverage, or `null` if no package is READY.",
    scope: "evidence:read",
    limit: "evidence.read",
    ...schemas.readCoverage,
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
    ...schemas.verifyPackage,
    run: async (ctx, { packageId, ...input }) => {
      const data = await verifyPackage(ctx, packageId, input);
      return { data, text: data.message };
    },
  }),
};
