import { beforeAll, expect, test } from "vitest";
import { callApi } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { Model } from "@/lib/domains/models/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { limitFor } from "@/lib/platform/rate-limits";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let key: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
  key = (await createApiKey(ctx, { name: "test", scopes: ["models:read", "models:write"] })).key;
});

/** The members of all responses. */
interface Body extends Model {
  error: string;
  details: { path: string }[];
  pagination: { total: number };
}

/** Sends a request to `/v1/models` followed by `path`: `?limit=1` or `/mdl_1`. */
const send = (method: string, path: string, sent: Parameters<typeof callApi>[2] = {}) =>
  callApi<Body>(method, `/v1/models${path}`, { key, ...sent });

test("registering returns 201 with the model, its location and its entity tag", async () => {
  const created = await send("POST", "", { body: { name: "Credit scoring", riskTier: "HIGH" } });
  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toBe(`/v1/models/${created.body.id}`);
  expect(created.headers.get("x-ratelimit-limit")).toBe(String(limitFor(ctx.organisation, "models.write")));
  expect(Object.keys(created.body).join()).toBe(
    "id,organisationId,name,version,provider,riskTier,ownerEmail,description,allowedEndpoints,archived,system,createdAt,updatedAt",
  );
  const read = await send("GET", `/${created.body.id}`);
  expect([read.body, read.headers.get("etag")]).toEqual([created.body, created.headers.get("etag")]);
});

test("a model is registered once per Idempotency-Key", async () => {
  const sent = { body: { name: "Once" }, headers: { "idempotency-key": newId("request") } };
  const [first, again] = [await send("POST", "", sent), await send("POST", "", sent)];
  expect([again.status, again.headers.get("idempotent-replayed"), again.body]).toEqual([201, "true", first.body]);
  expect((await send("GET", "?q=once")).body.pagination.total).toBe(1);
  const other = await send("POST", "", { ...sent, body: { name: "Twice" } });
  expect([other.status, other.body.error]).toEqual([422, "idempotency_key_reused"]);
});

test.each([
  ["POST", "", { name: "", allowedEndpoints: [{ host: "10.0.0.1" }] }, "validation_failed", "name"],
  ["GET", "?limit=0", undefined, "validation_failed", "limit"],
  ["GET", "?q=%00", undefined, "validation_failed", "q"],
  ["GET", "?cursor=cur_00", undefined, "invalid_cursor", "cursor"],
])("%s %s %j returns 400 %s", async (method, path, body, code, field) => {
  const rejected = await send(method, path, { body });
  expect([rejected.status, rejected.body.error, rejected.body.details[0]?.path]).toEqual([400, code, field]);
});

test("with If-Match, updates only the version that was read", async () => {
  const created = await send("POST", "", { body: { name: "Credit scoring" } });
  const path = `/${created.body.id}`;
  const headers = { "if-match": created.headers.get("etag") ?? "" };
  const first = await send("PATCH", path, { body: { archived: true, version: "2" }, headers });
  expect(first.body).toEqual({ ...created.body, archived: true, version: "2", updatedAt: first.body.updatedAt });
  expect(first.headers.get("etag")).not.toBe(created.headers.get("etag"));
  const second = await send("PATCH", path, { body: { version: "3" }, headers });
  expect([second.status, second.body.error]).toEqual([412, "precondition_failed"]);
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  expect((await send("GET", path)).body.version).toBe("2");
});
