import { expect, test } from "vitest";
import { hangUp, startLocalServer } from "../testing/local-server";
import type { ClientOptions } from "./client";
import { ApiError, ConnectionError, GovernanceClient } from "./index";

const event = { modelId: "mdl_1", eventType: "INFERENCE", payload: { confidence: 0.93 } } as const;
const busy = { status: 503, body: { error: "unavailable", message: "Busy.", requestId: "req_1" } };

function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): GovernanceClient {
  return new GovernanceClient({ baseUrl, apiKey: "gas_test_x", ...options });
}

test("sends the key, the body and an idempotency key, and returns the JSON", async () => {
  const { url, arrived } = await startLocalServer({ status: 201, body: { id: "evt_1" } });
  await expect(clientOf(url).audit.append(event)).resolves.toEqual({ id: "evt_1" });
  const [{ method, path, headers, body } = { headers: {} }] = arrived;
  expect({ method, path, body: JSON.parse(body ?? "") }).toEqual({ method: "POST", path: "/v1/audit", body: event });
  expect(headers).toMatchObject({
    authorization: "Bearer gas_test_x",
    accept: "application/json",
    "content-type": "application/json",
    "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("accepts a base URL with and without /v1", async () => {
  const { url, arrived } = await startLocalServer({ body: {} });
  for (const suffix of ["", "/", "/v1", "/v1/", "/behind/v1"]) await clientOf(url + suffix).overview.get();
  expect(arrived.map(({ path }) => path)).toEqual([...Array(4).fill("/v1/overview"), "/behind/v1/overview"]);
  expect(() => clientOf("audit.example.com")).toThrow("baseUrl must start with https://");
});

test("encodes IDs and queries, and sends further headers", async () => {
  const { url, arrived } = await startLocalServer({ body: {} });
  const client = clientOf(url);
  await client.webhooks.getDelivery("wh/1", "we 2");
  await client.audit.get("evt_1", { headers: { "X-Request-Id": "mine", accept: "text/plain" } });
  await client.audit.consistency({ from: 3, to: undefined });
  await client.audit.appendBatch({ events: [event] }, { query: { partial: "true" }, idempotencyKey: "mine" });
  await client.sensors.send("a log", { query: { source: "edge" }, headers: { "Content-Type": "text/plain" } });
  expect(arrived.map(({ path }) => path)).toEqual([
    "/v1/webhooks/wh%2F1/deliveries/we%202",
    "/v1/audit/evt_1",
    "/v1/audit/consistency?from=3",
    "/v1/audit/batch?partial=true",
    "/v1/sensors/observations?source=edge",
  ]);
  expect(arrived[1]?.headers).toMatchObject({ "x-request-id": "mine", accept: "text/plain" });
  expect(arrived[3]?.headers["idempotency-key"]).toBe("mine");
  expect(arrived[4]).toMatchObject({ body: "a log", headers: { "content-type": "text/plain" } });
});

test.each(["", ".", ".."])("never requests another resource for the ID %j", async (id) => {
  const { url, arrived } = await startLocalServer({ body: {} });
  await expect(clientOf(url).audit.get(id)).rejects.toThrow("/v1/audit/{id}: id must be an ID");
  expect(arrived).toEqual([]);
});

test("a call by operation name also returns status and headers", async () => {
  const { url } = await startLocalServer({ headers: { ETag: '"1"' }, body: { id: "mdl_1" } });
  const { data, status, headers } = await clientOf(url).request("getModel", { path: { id: "mdl_1" } });
  expect({ id: data.id, status, tag: headers.get("etag") }).toEqual({ id: "mdl_1", status: 200, tag: '"1"' });
});

test("returns undefined for an empty body, and the response itself for a stream", async () => {
  const lines = '{"id":"evt_1"}\n{"id":"evt_2"}\n';
  const { url } = await startLocalServer({ status: 204 }, { body: lines });
  const client = clientOf(url);
  await expect(client.webhooks.delete("wh_1")).resolves.toBeUndefined();
  await expect((await client.audit.export({ format: "ndjson" })).text()).resolves.toBe(lines);
});

test("an error has the service's message", async () => {
  const body = {
    error: "validation_failed",
    message: "limit: must be a whole number from 1 to 100",
    requestId: "req_1",
    details: [{ path: "limit", message: "must be a whole number from 1 to 100" }],
  };
  const { url, arrived } = await startLocalServer({ status: 400, body });
  const error = await clientOf(url)
    .audit.list({ limit: 1_000 })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    code: "validation_failed",
    message: body.message,
    details: body.details,
    requestId: "req_1",
    method: "GET",
    url: `${url}/v1/audit`,
  });
  expect(arrived).toHaveLength(1);
});

test("names a missing scope, and reports a proxy's response as an error without a code", async () => {
  const missing = { error: "insufficient_scope", message: "No.", requestId: "req_1", requiredScope: "audit:write" };
  const { url } = await startLocalServer(
    { status: 403, body: missing },
    { status: 404, headers: { "X-Request-Id": "req_2" }, body: "<h1>Not here</h1>" },
    { body: "<h1>Sign in to the network</h1>" },
  );
  const client = clientOf(url);
  await expect(client.audit.append(event)).rejects.toMatchObject({ requiredScope: "audit:write" });
  await expect(client.audit.get("evt_1")).rejects.toMatchObject({ status: 404, code: "unknown", requestId: "req_2" });
  await expect(client.audit.get("evt_1")).rejects.toThrow(ConnectionError);
});

test("a creation is repeated with the same key after a lost connection, a busy service and a running first request", async () => {
  const { url, arrived } = await startLocalServer(
    hangUp,
    busy,
    { status: 409, headers: { "Retry-After": "0" }, body: { error: "idempotency_in_progress", message: "Runs." } },
    { status: 201, body: { id: "evt_1" } },
  );
  await expect(clientOf(url).audit.append(event)).resolves.toEqual({ id: "evt_1" });
  expect(arrived).toHaveLength(4);
  expect(new Set(arrived.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("a request that is not safe to repeat is sent once", async () => {
  const { url, arrived } = await startLocalServer(busy);
  const client = clientOf(url);
  await expect(client.models.update("mdl_1", { description: "x" })).rejects.toMatchObject({ status: 503 });
  await expect(client.webhooks.redeliver("wh_1", "we_1")).rejects.toMatchObject({ status: 503 });
  expect(arrived).toHaveLength(2);
});

test("retries a rate-limited request when the service allows it", async () => {
  const { url, arrived } = await startLocalServer(
    { status: 429, headers: { "Retry-After": "1" }, body: { error: "rate_limited", message: "Wait." } },
    { body: { id: "mdl_1" } },
  );
  const began = performance.now();
  await clientOf(url).models.update("mdl_1", { description: "x" });
  expect(performance.now() - began).toBeGreaterThan(990);
  expect(arrived).toHaveLength(2);
});

test("stops after the configured number of attempts and reports each one", async () => {
  const { url, arrived } = await startLocalServer(busy);
  const reported: [attempt: number, status: number | undefined, willRetry: boolean][] = [];
  const client = clientOf(url, {
    retries: 2,
    onAttempt: ({ attempt, status, retryInMs }) => reported.push([attempt, status, retryInMs !== undefined]),
  });
  await expect(client.audit.list({ modelId: "mdl_1" })).rejects.toThrow("Busy.");
  expect(reported).toEqual([
    [1, 503, true],
    [2, 503, true],
    [3, 503, false],
  ]);
  await expect(client.audit.list({}, { retries: 0 })).rejects.toThrow("Busy.");
  expect(arrived).toHaveLength(4);
});

test("a response that does not arrive in time is a connection error", async () => {
  const { url } = await startLocalServer(() => undefined);
  const client = clientOf(url, { retries: 0, timeoutMs: 50 });
  await expect(client.overview.get()).rejects.toMatchObject({ name: "ConnectionError", isTimeout: true });
  await expect(clientOf("http://127.0.0.1:1", { retries: 0 }).overview.get()).rejects.toMatchObject({
    name: "ConnectionError",
    isTimeout: false,
    message: expect.stringMatching(/^GET http:\/\/127\.0\.0\.1:1\/v1\/overview received no response: fetch failed \(/),
  });
});

test("an abort rejects with its reason before, during and between attempts", async () => {
  const { url, arrived } = await startLocalServer(() => undefined, {
    status: 429,
    headers: { "Retry-After": "60" },
    body: {},
  });
  const client = clientOf(url);
  await expect(client.overview.get({ signal: AbortSignal.abort("before") })).rejects.toBe("before");
  expect(arrived).toEqual([]);
  for (const reason of ["during", "between"]) {
    const controller = new AbortController();
    const call = client.overview.get({ signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
  }
  expect(arrived).toHaveLength(2);
});

test("a list can be awaited for a page, or iterated to its end", async () => {
  const page = (ids: string[], nextCursor?: string) => ({
    body: {
      data: ids.map((id) => ({ id })),
      pagination: { total: 5, limit: 2, offset: 0, hasMore: nextCursor !== undefined, nextCursor },
    },
  });
  const pages = [page(["evt_1", "evt_2"], "c1"), page(["evt_3", "evt_4"], "c2"), page(["evt_5"])];
  const { url, arrived } = await startLocalServer(...pages, ...pages);
  const client = clientOf(url);
  const ids: string[] = [];
  for await (const { id } of client.audit.list({ modelId: "mdl_1", limit: 2 })) ids.push(id);
  expect(ids).toEqual(["evt_1", "evt_2", "evt_3", "evt_4", "evt_5"]);
  const first = "/v1/audit?modelId=mdl_1&limit=2";
  expect(arrived.map(({ path }) => path)).toEqual([first, `${first}&cursor=c1`, `${first}&cursor=c2`]);

  for await (const { id } of client.audit.list()) {
    expect(id).toBe("evt_1");
    break;
  }
  expect(arrived).toHaveLength(4);
  expect((await client.webhooks.deliveries("wh_1", { limit: 2 })).pagination.nextCursor).toBe("c2");
});
