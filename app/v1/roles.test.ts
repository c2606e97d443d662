import { beforeAll, describe, expect, test } from "vitest";
import { createPolicy } from "@/lib/domains/alert-policies";
import { CreateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { createStream } from "@/lib/domains/audit-streams";
import { CreateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { assignControl, supplyDocument } from "@/lib/domains/evidence";
import { AssignControl } from "@/lib/domains/evidence/schemas-assignments";
import { SupplyDocument } from "@/lib/domains/evidence/schemas-documents";
import { createIntegration } from "@/lib/domains/integrations";
import { integrationInput } from "@/lib/domains/integrations/testing/integrations";
import { placeHold } from "@/lib/domains/legal-holds";
import { registerModel } from "@/lib/domains/models";
import { createEndpoint } from "@/lib/domains/webhooks";
import { createTestMember, openTestSession, type TestSession } from "@/lib/platform/auth/testing";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { type IdKind, idPrefixes } from "@/lib/platform/core/id-prefixes";
import { newId } from "@/lib/platform/core/ids";
import { type Role, rolePermissions, roles, scopes } from "@/lib/platform/core/roles";
import type { ApiOperation } from "@/lib/platform/http/openapi";
import { permissionOf } from "@/lib/platform/http/types";
import { ownTestDatabase } from "@/tools/database/testing";
import { openApiDocument } from "./openapi.json/document";
import { operationsOf, routes } from "./openapi.json/operations";
import { callRoute, readAnswer } from "./testing";

ownTestDatabase();

const operations = operationsOf(routes)
  .filter(({ route }) => route.options.scope !== "public")
  .map((operation): [string, ApiOperation] => [`${operation.method} ${operation.path}`, operation]);
const document = openApiDocument();

interface Side {
  ctx: Context;
  sessions: Record<Role, TestSession>;
  /** A key with every scope. */
  key: string;
}

const sides = {} as { here: Side; there: Side };

async function makeSide(): Promise<Side> {
  const ctx = await createTestContext(systemClock);
  const { key } = await createApiKey(ctx, { name: "All", scopes: [...scopes] });
  const opened = await Promise.all(
    roles.map(async (role) => {
      const member = await createTestMember(ctx.organisation.id, { role });
      return [role, await openTestSession(member)] as const;
    }),
  );
  return { ctx, key, sessions: Object.fromEntries(opened) as Record<Role, TestSession> };
}

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  sides.here = await makeSide();
  sides.there = await makeSide();
});

interface Call {
  key?: string;
  headers?: Record<string, string>;
  ids?: Record<string, string>;
  body?: unknown;
}

async function call({ path, method }: ApiOperation, { ids = {}, ...sent }: Call) {
  const handler = Object.fromEntries(routes)[path]?.[method];
  if (!handler) throw new Error(`${method} ${path} has no handler`);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? "none"]));
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const response = await callRoute(handler, method, url, { ...sent, params });
  if (response.headers.get("content-type")?.startsWith("application/json") !== true) {
    await response.body?.cancel();
    return { status: response.status, error: undefined };
  }
  const { status, body } = await readAnswer<{ error?: string; message?: string; requiredScope?: string }>(response);
  const { error, message, requiredScope } = body;
  return { status, error, message, requiredScope };
}

/** The example body of an operation in the document, which another test validates. */
function exampleBody({ path, method }: ApiOperation): unknown {
  // The example must be recent to be accepted.
  if (path.endsWith("/recover")) return { since: new Date().toISOString(), dryRun: true };
  const described = document.paths[path.slice("/v1".length)]?.[method.toLowerCase()] as unknown as {
    requestBody?: { content: Record<string, { example?: unknown }> };
  };
  return described.requestBody?.content["application/json"]?.example;
}

test.each(operations)("%s is allowed only for roles with its permission", async (_name, operation) => {
  const permission = permissionOf(operation.route.options);
  for (const role of roles) {
    const { status, error, message } = await call(operation, { headers: sides.here.sessions[role].headers });
    const allowed = rolePermissions[role].includes(permission);
    // The permission is checked before the body is read.
    expect([role, status === 403 && error === "insufficient_scope"]).toEqual([role, !allowed]);
    if (!allowed) expect(message).toContain(`Your role, ${role},`);
    expect(status).not.toBe(500);
    expect(status).not.toBe(401);
  }
});

test.each(operations.filter(([, { method }]) => method !== "GET"))(
  "%s is rejected for a session used by another site",
  async (_name, operation) => {
    const { headers } = sides.here.sessions.APPROVER;
    for (const origin of ["https://evil.example", "null", undefined]) {
      const { cookie, host } = headers;
      const answer = await call(operation, { headers: { cookie, host, ...(origin !== undefined && { origin }) } });
      expect(answer).toMatchObject({ status: 403, error: "origin_mismatch" });
    }
  },
);

test.each(operations.filter(([, { route }]) => route.options.scope === "session"))(
  "%s is rejected for every API key",
  async (_name, operation) => {
    expect(await call(operation, { key: sides.here.key })).toMatchObject({ status: 403, error: "insufficient_scope" });
  },
);

let anonymous = 0;

test.each(operations)("%s is rejected without authentication", async (_name, operation) => {
  anonymous += 1;
  const headers = { "x-gas-client-address": `10.0.${anonymous >> 8}.${anonymous & 255}` };
  expect(await call(operation, { headers })).toMatchObject({ status: 401, error: "unauthorized" });
});

/** IDs in the other organisation by the first segment of a path; well-formed ones if there is no such resource. */
async function makeForeign(): Promise<Record<string, string>> {
  const { ctx, sessions } = sides.there;
  const model = await registerModel(ctx, { name: "Theirs" });
  const endpoint = await createEndpoint(ctx, {
    url: "https://hooks.example.com/",
    events: ["evidence.expired"],
    description: "",
    active: true,
  });
  const integration = await createIntegration(ctx, integrationInput);
  const rule = { eventTypes: ["ALERT"] };
  const policy = await createPolicy(ctx, CreateAlertPolicy.parse({ name: "Theirs", rule, enabled: false }));
  const stream = await createStream(
    { ...ctx, scopes: new Set(scopes) },
    CreateAuditStream.parse({ name: "Theirs", url: "https://siem.example.com/", status: "PAUSED" }),
  );
  const hold = await placeHold(ctx, { name: "Theirs", reason: "Theirs" });
  const document = await supplyDocument(
    ctx,
    SupplyDocument.parse({
      ...{ framework: "EU_AI_ACT_ANNEX_IV", requirement: "8", title: "Theirs" },
      contentHash: `sha256:${"a".repeat(64)}`,
    }),
  );
  const { email } = await createTestMember(ctx.organisation.id);
  const assignment = await assignControl(
    ctx,
    AssignControl.parse({
      ...{ modelId: model.id, framework: "ISO_42001", requirement: "A.2.2", assignedTo: email },
      dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-01-31T00:00:00Z" },
    }),
  );
  const key = await createApiKey(ctx, { name: "Theirs", scopes: ["audit:read"] });
  const member = await createTestMember(ctx.organisation.id);
  return {
    models: model.id,
    webhooks: endpoint.id,
    integrations: integration.id,
    "alert-policies": policy.id,
    "audit-streams": stream.id,
    "legal-holds": hold.id,
    "evidence-documents": document.id,
    "control-assignments": assignment.id,
    "api-keys": key.id,
    members: member.id,
    sessions: sessions.ANALYST.sessionId,
  };
}

const kinds: Record<string, IdKind> = {
  audit: "auditEvent",
  evidence: "evidencePackage",
  mails: "mail",
  notifications: "notification",
  "saved-views": "savedView",
  reports: "report",
  "report-schedules": "reportSchedule",
  sensors: "logImport",
  telemetry: "telemetryRule",
  "shadow-ai": "detection",
  "user-pseudonyms": "identification",
};

let foreign: Record<string, string> = {};

beforeAll(async () => {
  foreign = await makeForeign();
});

test.each(operations.filter(([, { path }]) => path.includes("{id}")))(
  "%s: returns 404 for a resource of another organisation",
  async (_name, operation) => {
    const segment = operation.path.split("/")[2] ?? "";
    const kind = kinds[segment];
    const theirs = foreign[segment] ?? (kind && newId(kind));
    if (theirs === undefined) throw new Error(`Say in makeForeign or kinds what an {id} below /v1/${segment} is of.`);
    const prefix = Object.values(idPrefixes).find((known) => theirs.startsWith(known)) ?? "";
    const missing = `${prefix}${"0".repeat(26)}`;
    const body = exampleBody(operation);
    const permission = permissionOf(operation.route.options);
    const people = roles.filter((role) => rolePermissions[role].includes(permission));
    const callers: Call[] = [
      ...people.map((role) => ({ headers: sides.here.sessions[role].headers })),
      ...(operation.route.options.scope === "session" ? [] : [{ key: sides.here.key }]),
    ];
    for (const caller of callers) {
      const sent = { ...caller, ...(body !== undefined && { body }) };
      const answer = await call(operation, { ...sent, ids: { id: theirs } });
      // Of a body with more than the role may, that is said first; not whether there is such a thing.
      if (answer.status !== 403) expect(answer).toMatchObject({ status: 404, error: "not_found" });
      for (const id of [missing, `${prefix}\0`]) {
        expect(await call(operation, { ...sent, ids: { id } })).toEqual(answer);
      }
    }
  },
);

describe("the table itself", () => {
  const allowed = (role: Role) =>
    operations
      .filter(([, { route }]) => rolePermissions[role].includes(permissionOf(route.options)))
      .map(([name]) => name);

  test("no role can append audit events", () => {
    for (const role of roles) {
      expect(allowed(role).filter((name) => /^POST \/v1\/audit(\/batch)?$/.test(name))).toEqual([]);
    }
  });

  test("administrators do not decide on detections", () => {
    expect(allowed("ADMIN").filter((name) => /^(PATCH|POST|DELETE) \/v1\/shadow-ai\/(?!catalogue)/.test(name))).toEqual(
      [],
    );
  });

  test("viewers change only their own account", () => {
    const changes = allowed("VIEWER").filter((name) => !name.startsWith("GET "));
    const own = /\/v1\/(account|sessions|notifications|saved-views|audit\/verify|audit\/verify-chain)(\/|$)/;
    expect(changes.filter((name) => !own.test(name))).toEqual([]);
  });

  test("only administrators manage keys, members and settings of the organisation", () => {
    for (const role of roles.filter((other) => other !== "ADMIN")) {
      expect(
        allowed(role).filter((name) =>
          /\/v1\/(api-keys|mails)|^(?!GET ).*\/v1\/(members|organisation|legal-holds)|\/erasure$/.test(name),
        ),
      ).toEqual([]);
    }
  });
});
