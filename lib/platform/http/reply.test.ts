import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { ServiceError } from "@/lib/platform/core/errors";
import { Reply, renderError, renderReply } from "@/lib/platform/http/reply";
import type { Exchange } from "@/lib/platform/http/route";
import type { RouteOptions } from "@/lib/platform/http/types";
import { counted } from "@/lib/platform/storage";
import { log } from "@/lib/platform/telemetry/log";

beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none";
  process.env.LOG_LEVEL = "silent";
});

const options: RouteOptions = {
  summary: "Read a thing",
  scope: "admin",
  limit: "other.read",
  response: z.object({ id: z.string() }),
  alternatives: { 202: z.object({ status: z.string() }) },
};

function exchange(given: Partial<Exchange> = {}): Exchange {
  return {
    request: new Request("https://example.test/v1/things"),
    requestId: "req_test",
    startedAt: 0,
    principal: undefined,
    rate: undefined,
    deprecated: undefined,
    ...given,
  };
}

test("data is filtered by its schema, and every response has the common headers", async () => {
  const response = renderReply(Reply.data({ id: "1", passwordHash: "x" }), options, exchange());
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('{"id":"1"}');
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-request-id": "req_test",
  });
});

test("a reply's own status selects its schema, and its headers take precedence", async () => {
  const reply = Reply.data({ status: "running", id: "1" }, { status: 202, headers: { "Cache-Control": "max-age=5" } });
  const response = renderReply(reply, options, exchange());
  expect([response.status, await response.text()]).toEqual([202, '{"status":"running"}']);
  expect(response.headers.get("cache-control")).toBe("max-age=5");
});

test("204 has no body", async () => {
  const response = renderReply(Reply.data({ id: "1" }), { ...options, status: 204 }, exchange());
  expect([response.status, response.body]).toEqual([204, null]);
});

test("responses and errors carry the rate limit headers", () => {
  const rate = { allowed: true, limit: 100, remaining: 7, resetSeconds: 1_800_000_000 };
  const headers = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "7", "x-ratelimit-reset": "1800000000" };
  const answers = [
    renderReply(Reply.data({ id: "1" }), options, exchange({ rate })),
    renderError(new ServiceError("not_found", "No."), exchange({ rate })),
    renderError(new Error("boom"), exchange({ rate })),
  ];
  for (const { headers: given } of answers) expect(Object.fromEntries(given)).toMatchObject(headers);
});

test("a deprecated operation has Deprecation and Sunset headers", () => {
  const deprecated = { since: "2026-11-20T00:00:00Z", sunset: "2027-05-20T00:00:00Z" };
  const response = renderReply(Reply.data({ id: "1" }), options, exchange({ deprecated }));
  expect(response.headers.get("deprecation")).toBe("@1795132800");
  expect(response.headers.get("sunset")).toBe("Thu, 20 May 2027 00:00:00 GMT");
});

test("a service error is rendered with its code, details and headers", async () => {
  const error = new ServiceError("insufficient_scope", "No.", {
    details: [{ path: "a", message: "b" }],
    members: { requiredScope: "audit:read" },
    headers: { "Retry-After": "1" },
  });
  const response = renderError(error, exchange());
  expect(response.status).toBe(403);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await response.json()).toEqual({
    error: "insufficient_scope",
    message: "No.",
    requestId: "req_test",
    details: [{ path: "a", message: "b" }],
    requiredScope: "audit:read",
  });
});

test.each([
  ["an error", new Error("password=hunter2")],
  ["a response that does not match its schema", z.object({ id: z.string() }).safeParse({ id: "hunter2".length }).error],
  ["a string", "hunter2"],
  ["nothing", undefined],
])("%s returns 500 with only the request ID", async (_what, thrown) => {
  const logged = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const response = renderError(thrown, exchange());
  expect(response.status).toBe(500);
  const body = await response.text();
  expect(JSON.parse(body)).toMatchObject({ error: "internal_error", requestId: "req_test" });
  expect(body).not.toContain("hunter2");
  expect(logged).toHaveBeenCalledTimes(1);
});

test.each([
  ["refuses connections", { code: "ECONNREFUSED" }],
  ["terminates a connection", { code: "ECONNRESET" }],
  ["is shutting down", { code: "57P01" }],
  ["is starting", { code: "57P03" }],
  ["is full", { code: "53300" }],
  ["has only read replicas left", { code: "25006" }],
  ["found a deadlock", { code: "40P01" }],
  ["has no free connection", { message: "timeout exceeded when trying to connect" }],
  ["disconnects", { message: "Connection terminated unexpectedly" }],
])("returns 503 with Retry-After if the database %s, regardless of how deep the cause is", async (_what, given) => {
  vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const cause = Object.assign(new Error("message" in given ? given.message : "boom"), given);
  for (const thrown of [cause, new Error("outer", { cause }), new Error("outer", { cause: { cause } })]) {
    const response = renderError(thrown, exchange());
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.json()).toMatchObject({ error: "unavailable" });
  }
});

test("names the object store if the object store refuses connections", async () => {
  vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const refused = Object.assign(new Error("boom"), { code: "ECONNREFUSED" });
  const { read } = counted({ read: (): Promise<never> => Promise.reject(refused) });
  const thrown = await read().catch((cause: unknown) => new Error("outer", { cause }));
  const response = renderError(thrown, exchange());
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await response.text()).toContain("The service cannot reach its object store.");
});
