import { type Scope, scopes } from "@/lib/scopes";
import type { TestKey } from "../support/organisation";
import { expect, test } from "./fixtures";
import { type Operation, readOpenApi } from "./support/openapi";

/** The scope that each operation is meant to need: the document says what it does need. */
const meant: Record<string, Scope | "none"> = {
  "GET /audit": "audit:read",
  "POST /audit": "audit:write",
  "POST /audit/batch": "audit:write",
  "GET /audit/export": "audit:read",
  "POST /audit/verify": "audit:read",
  "GET /audit/{id}": "audit:read",
  "GET /audit/checkpoint": "audit:read",
  "GET /audit/{id}/proof": "audit:read",
  "GET /audit/consistency": "audit:read",
  "POST /audit/verify-chain": "audit:read",
  "GET /audit/verifications/{id}": "audit:read",
  "GET /evidence": "evidence:read",
  "POST /evidence/generate": "evidence:write",
  "GET /evidence/{id}": "evidence:read",
  "POST /evidence/{id}/verify": "evidence:read",
  "POST /evidence/{id}/download-url": "evidence:read",
  "GET /evidence/{id}/download": "none",
  "GET /shadow-ai/detections": "shadow_ai:read",
  "GET /shadow-ai/stats": "shadow_ai:read",
  "POST /shadow-ai/bulk": "shadow_ai:write",
  "GET /shadow-ai/{id}": "shadow_ai:read",
  "PATCH /shadow-ai/{id}": "shadow_ai:write",
  "GET /verify/{packageHash}": "none",
  "GET /verify/keys": "none",
  "GET /verify/keys/{file}": "none",
  "GET /shadow-ai/settings": "shadow_ai:read",
  "PUT /shadow-ai/settings": "shadow_ai:write",
  "GET /shadow-ai/catalogue": "shadow_ai:read",
  "GET /shadow-ai/catalogue/explain": "shadow_ai:read",
  "PUT /shadow-ai/catalogue/overrides/{host}": "shadow_ai:write",
  "DELETE /shadow-ai/catalogue/overrides/{host}": "shadow_ai:write",
  "POST /sensors/observations": "sensors:write",
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
  "GET /api-keys": "admin",
  "POST /api-keys": "admin",
  "GET /api-keys/{id}": "admin",
  "DELETE /api-keys/{id}": "admin",
  "POST /api-keys/{id}/rotate": "admin",
  "GET /openapi.json": "none",
};

test("every operation documents the scope that it is meant to need", async ({ application }) => {
  const operations = await readOpenApi(application.url);
  const documented = operations.map(({ name, requiredScope }) => [name, requiredScope ?? "none"]);
  expect(Object.fromEntries(documented)).toEqual(meant);
});

test("without its scope every operation is 403 insufficient_scope, whatever else the key may do", async ({
  application,
  organisation,
}) => {
  const keyWithout = remember((missing) => organisation.key(scopes.filter((scope) => scope !== missing)));
  const outcomes: Record<string, unknown> = {};
  const scoped = await scopedOperations(application.url);
  for (const operation of scoped) {
    const { api } = await keyWithout(operation.scope);
    for (const method of methodsOf(operation)) {
      const { status, body, headers } = await send(api, method, operation);
      const { error, requiredScope, requestId } = body ?? {};
      expect(requestId ?? headers.get("x-request-id")).toBe(headers.get("x-request-id"));
      outcomes[`${method} ${operation.path}`] = { status, error, requiredScope };
    }
  }
  const refused = (scope: Scope) => ({ status: 403, error: "insufficient_scope", requiredScope: scope });
  const expected = scoped.flatMap((operation) =>
    methodsOf(operation).map((method) => [
      `${method} ${operation.path}`,
      method === "HEAD" ? { status: 403, error: undefined, requiredScope: undefined } : refused(operation.scope),
    ]),
  );
  expect(outcomes).toEqual(Object.fromEntries(expected));
});

test("its scope alone is enough for every operation", async ({ application, organisation }) => {
  const keyWith = remember((scope) => organisation.key([scope]));
  const refused: unknown[] = [];
  for (const operation of await scopedOperations(application.url)) {
    const { api } = await keyWith(operation.scope);
    for (const method of methodsOf(operation)) {
      const { status, body } = await send(api, method, operation);
      if ([401, 403].includes(status) || status >= 500) refused.push({ method, path: operation.path, status, body });
    }
  }
  expect(refused).toEqual([]);
});

test("a scope is refused before the request is looked at, and after the limit", async ({ organisation }) => {
  const { api } = await organisation.key(["models:read"]);
  const answer = await api.post("/v1/audit?nothing=1", "{", { "Content-Type": "text/plain", "Idempotency-Key": "" });
  expect(answer).toMatchObject({ status: 403, body: { requiredScope: "audit:write" } });
  expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBe(9_999);
});

type Scoped = Operation & { scope: Scope };

async function scopedOperations(url: string): Promise<Scoped[]> {
  const operations = await readOpenApi(url);
  return operations.flatMap((operation) => {
    const scope = scopes.find((known) => known === operation.requiredScope);
    return scope ? [{ ...operation, scope }] : [];
  });
}

function methodsOf({ method }: Operation): string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Names nothing that exists and sends nothing that is valid: what a key may do shows all the same. */
function send(api: TestKey["api"], method: string, { path, requestBody }: Operation) {
  return api.send<Record<string, unknown> | undefined>(
    method,
    `/v1${path.replaceAll(/\{\w+\}/g, "none")}`,
    requestBody ? {} : undefined,
  );
}

function remember(make: (scope: Scope) => Promise<TestKey>): (scope: Scope) => Promise<TestKey> {
  const made = new Map<Scope, Promise<TestKey>>();
  return (scope) => {
    const key = made.get(scope) ?? make(scope);
    made.set(scope, key);
    return key;
  };
}
