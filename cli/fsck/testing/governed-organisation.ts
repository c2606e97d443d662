import { createPolicy } from "@/lib/domains/alert-policies";
import { CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { createApiKey } from "@/lib/domains/api-keys";
import { appendEvent, sealBaseline, verifyChain } from "@/lib/domains/audit-chain";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { createStream } from "@/lib/domains/audit-streams";
import { CreateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { assignControl, supplyDocument } from "@/lib/domains/evidence";
import { AssignControl } from "@/lib/domains/evidence/schemas-assignments";
import { SupplyDocument } from "@/lib/domains/evidence/schemas-documents";
import { createRequester, issuePackage, type Requester } from "@/lib/domains/evidence/testing/packages";
import { createIntegration } from "@/lib/domains/integrations";
import { integrationInput } from "@/lib/domains/integrations/testing/integrations";
import { placeHold } from "@/lib/domains/legal-holds";
import { join } from "@/lib/domains/members/testing";
import { createRule } from "@/lib/domains/opentelemetry";
import { addComment, putOverride, requestException, updateSettings } from "@/lib/domains/shadow-ai";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { openDetection, personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { makeTicket } from "@/lib/domains/shadow-ai/testing/tickets";
import { requestToIdentify } from "@/lib/domains/shadow-ai/testing/users";
import { createEndpoint } from "@/lib/domains/webhooks";
import { endpointInput } from "@/lib/domains/webhooks/testing/endpoints";

/** An organisation with at least one record in every sealed table, all created by the service and sealed. */
export async function createGovernedOrganisation(): Promise<Requester> {
  const requester = await createRequester();
  const { ctx, modelId, organisationId } = requester;
  const at = { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" };
  await createApiKey(ctx, { name: "Pipeline", scopes: ["audit:write"] });
  const { email: assignedTo } = await join(ctx);
  await createEndpoint(ctx, endpointInput);
  await createStream(ctx, CreateAuditStream.parse({ name: "SIEM", url: "https://siem.example.com/audit" }));
  const integration = await createIntegration(ctx, integrationInput);
  await createPolicy(ctx, CreateAlertPolicy.parse({ name: "Latency", rule: { minSeverity: "HIGH" } }));
  await placeHold(ctx, { name: "Case 1", reason: "Litigation.", modelIds: [modelId], dateRange: at });
  const document = {
    framework: "ISO_42001",
    requirement: "A.2.2",
    title: "AI policy",
    contentHash: `sha256:${"a".repeat(64)}`,
  };
  await supplyDocument(ctx, SupplyDocument.parse({ ...document, modelId, validUntil: "2099-12-31" }));
  const gap = { framework: "ISO_42001", requirement: "A.6.2.8", dateRange: at, assignedTo };
  await assignControl(ctx, AssignControl.parse({ ...gap, modelId }));
  await createRule(ctx, { service: "support-bot", modelId, contents: "HASHED" });
  await updateSettings(ctx, { ...defaultSettings, exceptionMaxDays: 200 });
  await putOverride(ctx, "api.example.com", { ignore: true });
  const { id, fingerprint } = await openDetection(requester);
  await addComment(ctx, id, { text: "A trial?" });
  await makeTicket(ctx, id, integration.id);
  await requestToIdentify(ctx, { id, fingerprint });
  await requestException(personIn(ctx, "ANALYST"), id, { justification: "A trial." });
  await issuePackage(requester);
  await sealBaseline(organisationId, ctx.clock);
  const event = { modelId, eventType: "INFERENCE", severity: "INFO", payload: { latencyMs: 142 } };
  await appendEvent(ctx, AppendEvent.parse(event));
  await verifyChain(ctx, { mode: "full" });
  return requester;
}
