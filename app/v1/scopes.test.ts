import { beforeAll, expect, test } from "vitest";
import { callRoute } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { systemClock } from "@/lib/platform/core/clock";
import { type Scope, scopes } from "@/lib/platform/core/roles";
import type { NextHandler } from "@/lib/platform/http/types";
import { ownTestDatabase } from "@/tools/database/testing";
import { openApiDocument } from "./openapi.json/document";
import { routes } from "./openapi.json/operations";

ownTestDatabase();

/** The intended scope of each operation, to compare with the document. */
const meant: Record<string, Scope | "none"> = {
  "GET /audit": "audit:read",
  "POST /audit": "audit:write",
  "POST /audit/batch": "audit:write",
  "GET /audit/export": "audit:read",
  "GET /audit/stream": "audit:read",
  "POST /audit/verify": "audit:read",
  "GET /audit/{id}": "audit:read",
  "GET /audit/checkpoint": "audit:read",
  "GET /audit/{id}/proof": "audit:read",
  "GET /audit/{id}/neighbours": "audit:read",
  "POST /audit/{id}/erasure": "admin",
  "GET /audit/consistency": "audit:read",
  "POST /audit/verify-chain": "audit:read",
  "GET /audit/verifications": "audit:read",
  "GET /audit/verifications/{id}": "audit:read",
  "GET /audit/findings": "audit:read",
  "POST /audit/findings/{id}/resolution": "none",
  "POST /audit/findings/{id}/resolution/confirm": "none",
  "POST /audit/findings/{id}/resolution/reject": "none",
  "GET /evidence": "evidence:read",
  "GET /evidence/preview": "evidence:read",
  "POST /evidence/generate": "evidence:write",
  "GET /evidence/{id}": "evidence:read",
  "POST /evidence/{id}/verify": "evidence:read",
  "POST /evidence/{id}/download-url": "evidence:read",
  "GET /evidence/{id}/download": "none",
  "GET /evidence-controls": "evidence:read",
  "GET /control-assignments": "evidence:read",
  "POST /control-assignments": "evidence:write",
  "GET /control-assignments/{id}": "evidence:read",
  "PATCH /control-assignments/{id}": "evidence:write",
  "POST /control-assignments/{id}/close": "evidence:write",
  "GET /evidence-documents": "evidence:read",
  "POST /evidence-documents": "evidence:write",
  "GET /evidence-documents/requirements": "evidence:read",
  "GET /evidence-documents/{id}": "evidence:read",
  "POST /evidence-documents/{id}/withdraw": "evidence:write",
  "GET /shadow-ai/detections": "shadow_ai:read",
  "GET /shadow-ai/stats": "shadow_ai:read",
  "GET /shadow-ai/assignees": "shadow_ai:read",
  "POST /shadow-ai/bulk": "shadow_ai:write",
  "POST /shadow-ai/bulk/{operationId}/undo": "shadow_ai:write",
  "GET /shadow-ai/{id}": "shadow_ai:read",
  "PATCH /shadow-ai/{id}": "shadow_ai:write",
  "GET /shadow-ai/{id}/similar": "shadow_ai:read",
  "POST /shadow-ai/{id}/undo": "shadow_ai:write",
  "POST /shadow-ai/{id}/exception-request": "none",
  "GET /shadow-ai/{id}/comments": "shadow_ai:read",
  "POST /shadow-ai/{id}/comments": "shadow_ai:write",
  "POST /shadow-ai/comments/{id}/withdraw": "shadow_ai:write",
  "GET /shadow-ai/{id}/ticket-drafts": "shadow_ai:read",
  "POST /shadow-ai/{id}/tickets": "shadow_ai:write",
  "GET /user-pseudonyms": "shadow_ai:read",
  "PUT /user-pseudonyms": "none",
  "POST /user-pseudonyms/identifications": "none",
  "GET /user-pseudonyms/identifications": "none",
  "POST /user-pseudonyms/identifications/{id}/approve": "none",
  "POST /user-pseudonyms/identifications/{id}/reject": "none",
  "POST /user-pseudonyms/identifications/{id}/match": "none",
  "GET /shadow-ai/exceptions": "shadow_ai:read",
  "POST /shadow-ai/exceptions/{id}/approve": "shadow_ai:write",
  "POST /shadow-ai/exceptions/{id}/reject": "shadow_ai:write",
  "POST /shadow-ai/exceptions/{id}/withdraw": "none",
  "GET /verify/{packageHash}": "none",
  "GET /verify/keys": "none",
  "GET /verify/keys/{file}": "none",
  "GET /shadow-ai/settings": "shadow_ai:read",
  "PUT /shadow-ai/settings": "shadow_ai:write",
  "GET /shadow-ai/catalogue": "shadow_ai:read",
  "GET /shadow-ai/catalogue/explain": "shadow_ai:read",
  "PUT /shadow-ai/catalogue/overrides/{host}": "shadow_ai:write",
  "DELETE /shadow-ai/catalogue/overrides/{host}": "shadow_ai:write",
  "POST /otlp/v1/traces": "audit:write",
  "POST /otlp/v1/logs": "audit:write",
  "GET /telemetry/rules": "models:read",
  "POST /telemetry/rules": "models:write",
  "DELETE /telemetry/rules/{id}": "models:write",
  "GET /telemetry/sources": "models:read",
  "POST /sensors/observations": "sensors:write",
  "POST /sensors/preview": "sensors:write",
  "GET /sensors/sources": "shadow_ai:read",
  "GET /sensors/imports": "shadow_ai:read",
  "GET /sensors/imports/{id}": "shadow_ai:read",
  "GET /models": "models:read",
  "POST /models": "models:write",
  "GET /models/{id}": "models:read",
  "PATCH /models/{id}": "models:write",
  "GET /webhooks": "webhooks:read",
  "POST /webhooks": "webhooks:write",
  "GET /webhooks/{id}": "webhooks:read",
  "PATCH /webhooks/{id}": "webhooks:write",
  "DELETE /webhooks/{id}": "webhooks:write",
  "POST /webhooks/{id}/rotate-secret": "webhooks:write",
  "POST /webhooks/{id}/test": "webhooks:write",
  "POST /webhooks/{id}/recover": "webhooks:write",
  "GET /webhooks/{id}/deliveries": "webhooks:read",
  "GET /webhooks/{id}/deliveries/{deliveryId}": "webhooks:read",
  "POST /webhooks/{id}/deliveries/{deliveryId}/redeliver": "webhooks:write",
  "GET /audit-streams": "webhooks:read",
  "POST /audit-streams": "webhooks:write",
  "GET /audit-streams/{id}": "webhooks:read",
  "PATCH /audit-streams/{id}": "webhooks:write",
  "DELETE /audit-streams/{id}": "webhooks:write",
  "POST /audit-streams/{id}/rotate-secret": "webhooks:write",
  "POST /audit-streams/{id}/test": "webhooks:write",
  "GET /audit-streams/{id}/batches": "webhooks:read",
  "GET /integrations": "admin",
  "POST /integrations": "admin",
  "GET /integrations/{id}": "admin",
  "PATCH /integrations/{id}": "admin",
  "DELETE /integrations/{id}": "admin",
  "POST /integrations/{id}/rotate-secret": "admin",
  "POST /integrations/{id}/events": "none",
  "GET /integrations/{id}/deliveries": "admin",
  "GET /reports": "reports:read",
  "POST /reports/audit-activity": "reports:write",
  "POST /reports/shadow-ai": "reports:write",
  "POST /reports/chain-integrity": "reports:write",
  "GET /reports/{id}": "reports:read",
  "GET /reports/{id}/document": "reports:read",
  "GET /reports/{id}/download": "none",
  "GET /report-schedules": "reports:read",
  "POST /report-schedules": "reports:write",
  "GET /report-schedules/{id}": "reports:read",
  "PATCH /report-schedules/{id}": "reports:write",
  "DELETE /report-schedules/{id}": "reports:write",
  "GET /alert-policies": "audit:read",
  "POST /alert-policies": "admin",
  "GET /alert-policies/{id}": "audit:read",
  "PATCH /alert-policies/{id}": "admin",
  "DELETE /alert-policies/{id}": "admin",
  "POST /alert-policies/preview": "audit:read",
  "GET /legal-holds": "admin",
  "POST /legal-holds": "admin",
  "GET /legal-holds/{id}": "admin",
  "POST /legal-holds/{id}/release": "admin",
  "GET /api-keys": "admin",
  "POST /api-keys": "admin",
  "GET /api-keys/{id}": "admin",
  "DELETE /api-keys/{id}": "admin",
  "POST /api-keys/{id}/rotate": "admin",
  "GET /organisation": "admin",
  "PATCH /organisation": "admin",
  "GET /overview": "audit:read",
  "GET /activity": "audit:read",
  "GET /saved-views": "none",
  "POST /saved-views": "none",
  "PATCH /saved-views/{id}": "none",
  "DELETE /saved-views/{id}": "none",
  "GET /members": "admin",
  "POST /members": "admin",
  "GET /members/{id}": "admin",
  "PATCH /members/{id}": "admin",
  "POST /members/{id}/invitation": "admin",
  "POST /members/{id}/sign-out": "admin",
  "POST /members/{id}/second-factor/reset": "admin",
  "POST /invitations/inspect": "none",
  "POST /invitations/accept": "none",
  "POST /password-resets": "none",
  "POST /password-resets/complete": "none",
  "GET /sessions": "none",
  "DELETE /sessions/{id}": "none",
  "GET /account": "none",
  "PATCH /account": "none",
  "POST /account/password": "none",
  "POST /account/second-factor": "none",
  "POST /account/second-factor/confirm": "none",
  "POST /account/second-factor/disable": "none",
  "GET /account/notification-preferences": "none",
  "PATCH /account/notification-preferences": "none",
  "GET /notifications": "none",
  "GET /notifications/unread-count": "none",
  "POST /notifications/mark-read": "none",
  "PATCH /notifications/{id}": "none",
  "GET /mails": "admin",
  "GET /mails/{id}": "admin",
  "GET /session": "none",
  "GET /openapi.json": "none",
};

const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { "x-required-scope": scope = "none" } = operation as { "x-required-scope"?: Scope };
    return { name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, scope };
  }),
);

const handlers = new Map<string, Partial<Record<string, NextHandler>>>(routes);
const keys = new Map<string, { only: string; without: string }>();

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  const ctx = await createTestContext(systemClock);
  for (const scope of scopes) {
    const others = scopes.filter((other) => other !== scope);
    const [only, without] = [
      await createApiKey(ctx, { name: "Only", scopes: [scope] }),
      await createApiKey(ctx, { name: "Without", scopes: others }),
    ];
    keys.set(scope, { only: only.key, without: without.key });
  }
});

/** Uses unknown IDs and invalid bodies, because the scope is checked first. */
async function send(key: string | undefined, { method, path }: { method: string; path: string }) {
  const handler = handlers.get(`/v1${path}`)?.[method];
  if (!handler) throw new Error(`${method} ${path} has no handler`);
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "none"]));
  const body = ["GET", "HEAD"].includes(method) ? undefined : {};
  const url = `/v1${path.replaceAll(/\{\w+\}/g, "none")}`;
  const response = await callRoute(handler, method, url, { key, body, params });
  return {
    status: response.status,
    text: response.status === 403 ? await response.text() : await response.body?.cancel(),
  };
}

test("every operation documents its intended scope", () => {
  expect(Object.fromEntries(operations.map(({ name, scope }) => [name, scope]))).toEqual(meant);
});

const scoped = operations.flatMap(({ scope, ...operation }) => {
  if (scope === "none") return [];
  const methods = operation.method === "GET" ? ["GET", "HEAD"] : [operation.method];
  return methods.map((method) => ({ ...operation, name: `${method} ${operation.path}`, method, scope }));
});

test.each(scoped)("$name requires $scope, and no other scope", async ({ scope, ...operation }) => {
  const refused = await send(keys.get(scope)?.without, operation);
  expect(refused.status).toBe(403);
  if (operation.method !== "HEAD")
    expect(JSON.parse(refused.text ?? "")).toMatchObject({ error: "insufficient_scope", requiredScope: scope });
  const { status } = await send(keys.get(scope)?.only, operation);
  expect([401, 403]).not.toContain(status);
  expect(status).toBeLessThan(500);
});
