import { beforeAll, describe, expect, test } from "vitest";
import * as proof from "@/app/v1/audit/[id]/proof/route";
import * as checkpoint from "@/app/v1/audit/checkpoint/route";
import * as consistency from "@/app/v1/audit/consistency/route";
import * as keyFile from "@/app/v1/verify/keys/[file]/route";
import * as keys from "@/app/v1/verify/keys/route";
import { createApiKey } from "@/lib/domains/api-keys";
import { appendEvent } from "@/lib/domains/audit-chain";
import type { Checkpoint, InclusionProof } from "@/lib/domains/audit-chain/schemas-proofs";
import { bytesOf, isIncluded, openNote } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { registerModel } from "@/lib/domains/models";
import { createOrganisation } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import type { Scope } from "@/lib/platform/core/roles";
import type { NextHandler } from "@/lib/platform/http/types";
import type { PublicKeySet } from "@/lib/platform/signing/schemas";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ours: Tenant;
let foreign: Tenant;

interface Tenant {
  ctx: Context;
  key: string;
  eventId: string;
}

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ours = await createTenant(["audit:read"]);
  foreign = await createTenant(["audit:write"]);
});

async function createTenant(scopes: Scope[]): Promise<Tenant> {
  const { id } = await createOrganisation({ name: "Test", tier: "ENTERPRISE", livemode: true }, systemClock);
  const ctx: Context = {
    organisation: { id, tier: "ENTERPRISE", livemode: true, rateLimitOverrides: {} },
    actor: { kind: "system", id: "test" },
    scopes: new Set(),
    clock: systemClock,
    requestId: "req_test",
  };
  const { key } = await createApiKey(ctx, { name: "test", scopes });
  const { id: modelId } = await registerModel(ctx, { name: "Model" });
  const { event } = await appendEvent(ctx, {
    modelId,
    eventType: "INFERENCE",
    severity: "INFO",
    payload: {},
    tags: [],
  });
  return { ctx, key, eventId: event.id };
}

function get(
  handler: NextHandler,
  {
    query = "",
    params = {},
    ...headers
  }: { query?: string; params?: Record<string, string>; [name: string]: unknown } = {},
): Promise<Response> {
  const sent = { authorization: `Bearer ${ours.key}`, ...(headers as Record<string, string>) };
  return handler(new Request(`http://localhost/v1/x${query}`, { headers: sent }), { params: Promise.resolve(params) });
}

async function body<T = Record<string, unknown>>(response: Response, status = 200): Promise<T> {
  expect(response.status).toBe(status);
  return (await response.json()) as T;
}

describe("GET /v1/audit/checkpoint", () => {
  test("answers JSON that covers every event", async () => {
    const response = await get(checkpoint.GET);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("vary")).toBe("Accept");
    const { organisationId, size } = await body<Checkpoint>(response);
    expect(organisationId).toBe(ours.ctx.organisation.id);
    expect(size).toBeGreaterThan(0);
  });

  test("answers a signed note to who asks for text", async () => {
    const response = await get(checkpoint.GET, { accept: "text/plain" });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    const { keys: published } = await body<PublicKeySet>(await get(keys.GET));
    const { size, rootHash } = await body<Checkpoint>(await get(checkpoint.GET));
    const origin = `governance-audit-service/${ours.ctx.organisation.id}`;
    const lines = openNote(await response.text(), origin, published.find((key) => key.kty === "OKP") ?? { x: "" });
    expect(lines).toEqual([origin, String(size), bytesOf(rootHash).toString("base64")]);
  });
});

test("GET /v1/audit/{id}/proof leads from the event to the signed root", async () => {
  const response = await get(proof.GET, { params: { id: ours.eventId } });
  const { leafHash, leafIndex, treeSize, hashes, checkpoint: signed } = await body<InclusionProof>(response);
  const root = bytesOf(signed?.rootHash ?? "");
  expect(isIncluded(bytesOf(leafHash), leafIndex, treeSize, hashes.map(bytesOf), root)).toBe(true);
});

test("GET /v1/audit/consistency answers a path", async () => {
  expect(await body(await get(consistency.GET, { query: "?from=1" }))).toMatchObject({
    from: 1,
    hashes: expect.anything(),
  });
});

test("an event of another organisation is as one that does not exist", async () => {
  const { requestId: _one, ...there } = await body(await get(proof.GET, { params: { id: foreign.eventId } }), 404);
  const { requestId: _two, ...nowhere } = await body(await get(proof.GET, { params: { id: "evt_none" } }), 404);
  expect(there).toEqual(nowhere);
});

describe("a request", () => {
  const handlers: [string, NextHandler, object][] = [
    ["/v1/audit/checkpoint", checkpoint.GET, {}],
    ["/v1/audit/{id}/proof", proof.GET, { params: { id: "evt_1" } }],
    ["/v1/audit/consistency", consistency.GET, { query: "?from=1" }],
  ];
  test.each(handlers)("of %s needs a key with audit:read", async (_path, handler, given) => {
    expect(await body(await get(handler, { ...given, authorization: "" }), 401)).toMatchObject({
      error: "unauthorized",
    });
    expect(await body(await get(handler, { ...given, authorization: `Bearer ${foreign.key}` }), 403)).toMatchObject({
      requiredScope: "audit:read",
    });
  });

  const refused: [string, NextHandler, object, string[]][] = [
    ["of a proof in a size that is none", proof.GET, { params: { id: "evt_1" }, query: "?size=0" }, ["size"]],
    ["of a proof in a size that there is not", proof.GET, { query: "?size=1000000" }, ["size"]],
    ["of consistency from nowhere", consistency.GET, {}, ["from"]],
    ["of consistency with words", consistency.GET, { query: "?from=a&to=b" }, ["from", "to"]],
    ["of consistency backwards", consistency.GET, { query: "?from=2&to=1" }, ["from"]],
    ["with a parameter that is not known", checkpoint.GET, { query: "?size=1" }, ["size"]],
  ];
  test.each(refused)("%s is refused, and told why", async (_what, handler, given, paths) => {
    const answer = await body<{ error: string; details: { path: string }[] }>(
      await get(handler, { params: { id: ours.eventId }, ...given }),
      400,
    );
    expect(answer.error).toBe("validation_failed");
    expect(answer.details.map(({ path }) => path)).toEqual(paths);
  });
});

describe("public keys", () => {
  test("are there for everybody, without a key", async () => {
    const response = await get(keys.GET, { authorization: "" });
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(response.headers.get("x-ratelimit-limit")).toBeNull();
    const [key] = (await body<PublicKeySet>(response)).keys;
    const { keyId } = await body<Checkpoint>(await get(checkpoint.GET));
    expect(key?.kid).toBe(keyId);
    const pem = await get(keyFile.GET, { authorization: "", params: { file: `${keyId}.pem` } });
    expect(pem.headers.get("content-type")).toBe("application/x-pem-file");
    expect(await pem.text()).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  });

  test("that are none are not found", async () => {
    const missing = await get(keyFile.GET, { authorization: "", params: { file: "0123456789abcdef.pem" } });
    expect(await body(missing, 404)).toMatchObject({ error: "not_found", message: "Key not found." });
  });
});
