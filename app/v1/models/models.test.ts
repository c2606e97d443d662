import { beforeAll, describe, expect, test } from "vitest";
import * as item from "@/app/v1/models/[id]/route";
import * as collection from "@/app/v1/models/route";
import { callRoute, readAnswer, type Sent } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { Model, ModelList } from "@/lib/domains/models/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Scope } from "@/lib/platform/core/roles";
import type { NextHandler } from "@/lib/platform/http/types";
import { limitFor } from "@/lib/platform/rate-limits";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let key: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
  key = await createKey(ctx, ["models:read", "models:write"]);
});

async function createKey(context: Context, scopes: Scope[]): Promise<string> {
  return (await createApiKey(context, { name: "test", scopes })).key;
}

/** The members of all responses. */
interface Body extends Model, ModelList {
  error: string;
  details: { path: string }[];
}

/** Sends a request to `/v1/models` followed by `path`: `?limit=1` or `/mdl_1`. */
async function send(method: keyof typeof collection & keyof typeof item, path: string, sent: Sent = {}) {
  const id = path.startsWith("/") ? path.slice(1) : undefined;
  const handler = (id === undefined ? collection : item)[method] as NextHandler;
  const params = id === undefined ? {} : { id };
  return readAnswer<Body>(await callRoute(handler, method, `/v1/models${path}`, { key, params, ...sent }));
}

async function register(body: Record<string, unknown> = { name: "Credit scoring" }): ReturnType<typeof send> {
  return send("POST", "", { body });
}

describe("POST /v1/models", () => {
  test("returns 201 with the model, its location and its entity tag", async () => {
    const created = await register({ name: "Credit scoring", riskTier: "HIGH" });
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/v1/models/${created.body.id}`);
    expect(created.headers.get("x-ratelimit-limit")).toBe(String(limitFor(ctx.organisation, "models.write")));
    expect(Object.keys(created.body)).toEqual([
      "id",
      "organisationId",
      "name",
      "version",
      "provider",
      "riskTier",
      "ownerEmail",
      "description",
      "allowedEndpoints",
      "archived",
      "system",
      "createdAt",
      "updatedAt",
    ]);
    const read = await send("GET", `/${created.body.id}`);
    expect(read.body).toEqual(created.body);
    expect(read.headers.get("etag")).toBe(created.headers.get("etag"));
  });

  test("registers once per Idempotency-Key", async () => {
    const sent = { body: { name: "Once" }, headers: { "idempotency-key": newId("request") } };
    const first = await send("POST", "", sent);
    const again = await send("POST", "", sent);
    expect(again.status).toBe(201);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect((await send("GET", "?q=once")).body.pagination.total).toBe(1);
    const other = await send("POST", "", { ...sent, body: { name: "Twice" } });
    expect([other.status, other.body.error]).toEqual([422, "idempotency_key_reused"]);
  });

  test("returns all validation errors", async () => {
    const rejected = await register({
      name: "",
      riskTier: "low",
      allowedEndpoints: [{ host: "10.0.0.1" }],
      id: "mdl_1",
    });
    expect([rejected.status, rejected.body.error]).toEqual([400, "validation_failed"]);
    expect(rejected.body.details.map(({ path }) => path).sort()).toEqual([
      "allowedEndpoints[0].host",
      "id",
      "name",
      "riskTier",
    ]);
  });
});

describe("GET /v1/models", () => {
  test("pages with the returned cursor", async () => {
    const apiKey = await createKey(await createTestContext(systemClock), ["models:read", "models:write"]);
    for (const name of ["one", "two", "three"]) await send("POST", "", { body: { name }, key: apiKey });
    const first = await send("GET", "?limit=2", { key: apiKey });
    expect(first.body.pagination).toMatchObject({ total: 4, limit: 2, offset: 0, hasMore: true });
    const second = await send("GET", `?limit=2&cursor=${first.body.pagination.nextCursor}`, { key: apiKey });
    expect(second.body.pagination).toEqual({ total: 4, limit: 2, offset: 2, hasMore: false });
    const names = [...first.body.data, ...second.body.data].map(({ name }) => name);
    expect(names).toEqual(["three", "two", "one", "System"]);
  });

  test.each([
    ["?archived=maybe", "validation_failed", "archived"],
    ["?limit=0", "validation_failed", "limit"],
    ["?name=x", "validation_failed", "name"],
    ["?q=%00", "validation_failed", "q"],
    ["?cursor=cur_00", "invalid_cursor", "cursor"],
  ])("%s returns 400 %s", async (query, code, path) => {
    const rejected = await send("GET", query);
    expect([rejected.status, rejected.body.error, rejected.body.details[0]?.path]).toEqual([400, code, path]);
  });
});

describe("PATCH /v1/models/{id}", () => {
  test("returns the updated model with its new entity tag", async () => {
    const created = await register();
    const changed = await send("PATCH", `/${created.body.id}`, { body: { archived: true, version: "2" } });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...created.body, archived: true, version: "2", updatedAt: changed.body.updatedAt });
    expect(changed.headers.get("etag")).not.toBe(created.headers.get("etag"));
  });

  test("with If-Match, updates only the version that was read", async () => {
    const created = await register();
    const path = `/${created.body.id}`;
    const headers = { "if-match": created.headers.get("etag") ?? "" };
    const first = await send("PATCH", path, { body: { version: "2" }, headers });
    expect(first.status).toBe(200);
    const second = await send("PATCH", path, { body: { version: "3" }, headers });
    expect([second.status, second.body.error]).toEqual([412, "precondition_failed"]);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect((await send("GET", path)).body.version).toBe("2");
  });

  test("returns 400 for an invalid body", async () => {
    const rejected = await send("PATCH", `/${(await register()).body.id}`, { body: { system: true } });
    expect([rejected.status, rejected.body.details]).toEqual([400, [expect.objectContaining({ path: "system" })]]);
  });

  test("returns 409 for the system model", async () => {
    const { body } = await send("GET", "?limit=100&q=System");
    const system = body.data.find((model) => model.system);
    const rejected = await send("PATCH", `/${system?.id}`, { body: { archived: true } });
    expect([rejected.status, rejected.body.error]).toEqual([409, "conflict"]);
  });
});
