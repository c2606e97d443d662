import { expect, it } from "vitest";
import { operationId } from "@/lib/platform/http/openapi/operation-id";
import type { Method } from "@/lib/platform/http/types";

it.each<[Method, string, boolean, string]>([
  ["GET", "/v1/audit", true, "listAuditEvents"],
  ["POST", "/v1/audit", false, "appendAuditEvent"],
  ["GET", "/v1/audit/{id}", false, "getAuditEvent"],
  ["GET", "/v1/audit/{id}/proof", false, "getAuditEventProof"],
  ["GET", "/v1/audit/export", false, "exportAuditEvents"],
  ["GET", "/v1/audit/stream", false, "streamAuditEvents"],
  ["GET", "/v1/audit-streams/{id}", false, "getAuditStream"],
  ["GET", "/v1/audit/checkpoint", false, "getAuditCheckpoint"],
  ["GET", "/v1/audit/verifications/{id}", false, "getAuditVerification"],
  ["POST", "/v1/audit/batch", false, "appendAuditBatch"],
  ["POST", "/v1/audit/verify", false, "verifyAuditEvent"],
  ["POST", "/v1/audit/verify-chain", false, "verifyAuditChain"],
  ["GET", "/v1/shadow-ai/detections", true, "listShadowAiDetections"],
  ["PATCH", "/v1/shadow-ai/{id}", false, "updateShadowAiDetection"],
  ["GET", "/v1/shadow-ai/stats", false, "getShadowAiStats"],
  ["POST", "/v1/evidence/generate", false, "generateEvidencePackage"],
  ["POST", "/v1/evidence/{id}/verify", false, "verifyEvidencePackage"],
  ["POST", "/v1/evidence/{id}/download-url", false, "createEvidencePackageDownloadUrl"],
  ["POST", "/v1/webhooks/{id}/rotate-secret", false, "rotateWebhookEndpointSecret"],
  ["POST", "/v1/shadow-ai/bulk", false, "updateShadowAiDetections"],
  ["GET", "/v1/shadow-ai/catalogue/explain", false, "explainShadowAiCatalogue"],
  ["GET", "/v1/webhooks/{id}/deliveries", true, "listWebhookEndpointDeliveries"],
  ["POST", "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver", false, "redeliverWebhookEndpointDelivery"],
  ["POST", "/v1/reports/{kind}", false, "createReport"],
  ["GET", "/v1/alert-policies", true, "listAlertPolicies"],
  ["DELETE", "/v1/api-keys/{id}", false, "deleteApiKey"],
  ["POST", "/v1/api-keys/{id}/rotate", false, "rotateApiKey"],
  ["PATCH", "/v1/organisation", false, "updateOrganisation"],
  ["GET", "/v1/openapi.json", false, "getOpenApiDocument"],
])("%s %s (a list: %s) is called %s", (method, path, isList, name) => {
  expect(operationId(method, path, isList)).toBe(name);
});
