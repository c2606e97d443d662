import pino from "pino";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { integrations as routes } from "@/app/v1/integrations";
import { callApi, readAnswer } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type {
  CreatedIntegration,
  DeliveryList,
  DeliveryReceipt,
  IntegrationList,
} from "@/lib/domains/integrations/schemas";
import { type Sending, sign, type TestDelivery } from "@/lib/domains/integrations/testing/deliveries";
import { githubExample } from "@/lib/domains/integrations/testing/github-examples";
import { eventsOf, rowsOf } from "@/lib/domains/integrations/testing/integrations";
import { registerModel } from "@/lib/domains/models";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { provideSingleton } from "@/lib/platform/core/testing";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { ownTestDatabase } from "@/tools/database/testing";

/** Everything that is logged at any level, with nothing taken out. */
const logged: string[] = [];

ownTestDatabase();
beforeAll(() => {
  provideSingleton("log", pino({ level: "trace" }, { write: (line) => logged.push(line) }));
});
let ctx: Context;
let key: string;
let defaultModelId: string;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  ctx = await createTestContext(systemClock);
  key = (await createApiKey(ctx, { name: "test", scopes: ["admin", "audit:read"] })).key;
  defaultModelId = (await registerModel(ctx, { name: "Credit scoring" })).id;
});

/** The members of all responses. Each test reads the members that it needs. */
interface Body extends CreatedIntegration, IntegrationList {
  error: string;
  linkedTickets: unknown[];
}

/** Sends a request to `/v1/integrations` followed by `path`. */
const send = (method: string, path = "", sent: Parameters<typeof callApi>[2] = {}) =>
  callApi<Body>(method, `/v1/integrations${path}`, { key, ...sent });

const create = (sent: Parameters<typeof callApi>[2] = {}) =>
  send("POST", "", { body: { kind: "GITHUB", name: "Models", defaultModelId }, ...sent });

/** Posts to the receiver without a key, as a product does. */
async function deliver(id: string, { headers, body }: TestDelivery, more: { query?: string } = {}) {
  const request = new Request(`http://localhost/v1/integrations/${encodeURIComponent(id)}/events${more.query ?? ""}`, {
    method: "POST",
    headers,
    body,
  });
  const response = await routes["/v1/integrations/{id}/events"].POST(request, { params: Promise.resolve({ id }) });
  return readAnswer<DeliveryReceipt & { error: string }>(response);
}

const deployment: Omit<Sending, "secret"> = { event: "deployment", body: githubExample("deployment", "created") };

test("a delivery is accepted without a key, a repeat gets the same response, and deliveries are counted", async () => {
  const { id, secret = "" } = (await create()).body;
  const delivery = sign.GITHUB({ ...deployment, secret });
  const first = await deliver(id, delivery);
  expect(first).toMatchObject({ status: 200, body: { result: "recorded" } });
  expect(await deliver(id, delivery)).toMatchObject({
    ...{ status: 200, body: { result: "duplicate", eventId: first.body.eventId } },
  });
  const forged = await deliver(id, sign.GITHUB({ ...deployment, secret: `${secret}x` }));
  expect(forged.status).toBe(401);
  const shown = await callApi("GET", `/v1/audit/${first.body.eventId}`, { key });
  expect(shown.body).toMatchObject({
    ...{ source: "GITHUB", modelId: defaultModelId, verified: true, linkedTickets: [] },
  });
  const counted = await metrics().integrationDeliveries.get();
  expect(counted.values.map(({ labels }) => labels)).toEqual(
    expect.arrayContaining([
      { product: "GITHUB", result: "recorded" },
      { product: "GITHUB", result: "duplicate" },
      { product: "GITHUB", result: "refused" },
    ]),
  );
});

test("lists the deliveries of an integration, and filters by deliveries without an event", async () => {
  const { id, secret = "" } = (await create()).body;
  const { eventId } = (await deliver(id, sign.GITHUB({ ...deployment, secret, deliveryId: "one" }))).body;
  await deliver(id, sign.GITHUB({ secret, body: githubExample("ping"), deliveryId: "two" }));
  const read = (query = "") => callApi<DeliveryList>("GET", `/v1/integrations/${id}/deliveries${query}`, { key });
  const [recorded, ignored] = [{ result: "recorded", eventId, modelId: defaultModelId }, { reason: "no_event" }];
  expect(await read()).toMatchObject({ status: 200, body: { data: [ignored, recorded], pagination: { total: 2 } } });
  expect(await read("?result=recorded")).toMatchObject({ body: { data: [recorded], pagination: { total: 1 } } });
  expect(await read("?result=ignored")).toMatchObject({ body: { data: [ignored], pagination: { total: 1 } } });
  expect(await read("?result=duplicate")).toMatchObject({ status: 400, body: { error: "validation_failed" } });
});

test("deliveries do not change the version of the settings", async () => {
  const { id, secret = "" } = (await create()).body;
  const before = (await send("GET", `/${id}`)).headers.get("etag") ?? "";
  await deliver(id, sign.GITHUB({ ...deployment, secret }));
  const read = await send("GET", `/${id}`);
  expect(read.body).toMatchObject({ status: "CONNECTED" });
  expect(read.headers.get("etag")).toBe(before);
});

test("an unsigned delivery and an unknown integration get identical responses and store nothing", async () => {
  const { id, secret = "" } = (await create()).body;
  const delivery = sign.GITHUB({ ...deployment, secret });
  const headers = { ...delivery.headers, "x-request-id": "same" };
  const before = await rowsOf(ctx.organisation.id);
  const forged = { headers: { ...headers, "x-hub-signature-256": `sha256=${"0".repeat(64)}` }, body: delivery.body };
  const answers = [
    await deliver(id, forged),
    await deliver(id, { headers, body: `${delivery.body} ` }),
    await deliver("int_01kahbc2g8m9n4q6r1s7t3v5wx", { headers, body: delivery.body }),
    await deliver("none", { headers, body: delivery.body }),
  ];
  for (const { status, body, headers: sent } of answers) {
    expect([status, body, [...sent]]).toEqual([401, answers[0]?.body, [...(answers[0]?.headers ?? [])]]);
  }
  expect(answers[0]?.body).toMatchObject({ error: "unauthorized" });
  expect(answers[0]?.headers.get("www-authenticate")).toBe("Signature");
  expect(await rowsOf(ctx.organisation.id)).toEqual(before);
});

test("a key or a session does not replace the signature", async () => {
  const { id, secret = "" } = (await create()).body;
  const { headers, body } = sign.GITHUB({ ...deployment, secret });
  const { "x-hub-signature-256": _, ...unsigned } = headers;
  const answer = await deliver(id, { headers: { ...unsigned, authorization: `Bearer ${key}` }, body });
  expect(answer.status).toBe(401);
});

test.each([
  ["another media type", { "Content-Type": "application/x-www-form-urlencoded" }, "unsupported_media_type", 415],
  ["a compressed body", { "content-encoding": "gzip" }, "unsupported_media_type", 415],
])("%s is rejected", async (_name, more, error, status) => {
  const { id, secret = "" } = (await create()).body;
  const { headers, body } = sign.GITHUB({ ...deployment, secret });
  expect(await deliver(id, { headers: { ...headers, ...more }, body })).toMatchObject({ status, body: { error } });
});

test("a body over one mebibyte is rejected even if it is signed, and so is a query", async () => {
  const { id, secret = "" } = (await create()).body;
  const large = sign.GITHUB({ secret, event: "ping", body: { zen: "x".repeat(1024 * 1024) } });
  expect(await deliver(id, large)).toMatchObject({ status: 413, body: { error: "payload_too_large" } });
  const queried = await deliver(id, sign.GITHUB({ ...deployment, secret }), { query: "?secret=1" });
  expect(queried).toMatchObject({ status: 400, body: { error: "validation_failed" } });
});

test("neither secrets nor bodies are logged", async () => {
  const { id, secret = "" } = (await create()).body;
  await deliver(id, sign.GITHUB({ ...deployment, secret }));
  await deliver(id, sign.GITHUB({ ...deployment, secret: "isec_guess" }));
  const text = logged.join("\n");
  for (const word of [secret, "Codertocat", "sha256="]) expect(text).not.toContain(word);
  expect(text).toContain("POST /v1/integrations/{id}/events");
  expect((await eventsOf(ctx.organisation.id)).length).toBeGreaterThan(1);
});
