import pino from "pino";
import { beforeAll, expect, test, vi } from "vitest";
import { callApi } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { CreatedWebhookEndpoint, WebhookEndpointList } from "@/lib/domains/webhooks/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const logged = vi.hoisted((): string[] => []);

/** Everything that is logged at any level, with nothing taken out. */
vi.mock("@/lib/platform/telemetry/log", () => {
  const logger = pino({ level: "trace" }, { write: (line) => logged.push(line) });
  return { log: () => logger };
});

ownTestDatabase();
let key: string;

beforeAll(async () => {
  key = await newKey();
});

/** A key of a new organisation. */
async function newKey(): Promise<string> {
  const ctx = await createTestContext(systemClock);
  return (await createApiKey(ctx, { name: "test", scopes: ["webhooks:read", "webhooks:write"] })).key;
}

/** The members of all responses. */
interface Body extends CreatedWebhookEndpoint, WebhookEndpointList {
  error: string;
  details: { path: string; message: string }[];
}

/** Sends a request to `/v1/webhooks` followed by `path`. */
const send = (method: string, path = "", sent: Parameters<typeof callApi>[2] = {}) =>
  callApi<Body>(method, `/v1/webhooks${path}`, { key, ...sent });

const input = { url: "https://example.com/hooks", events: ["audit.created", "model.registered"] };
const create = (sent: Parameters<typeof callApi>[2] = {}) => send("POST", "", { body: input, ...sent });
const since = () => new Date(Date.now() - 60_000).toISOString();

test("creates, lists, reads, changes by version, rotates the secret of, and deletes an endpoint", async () => {
  const tenant = { key: await newKey() };
  const created = await create(tenant);
  expect(created.status).toBe(201);
  const { signingSecret, ...shown } = created.body;
  expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toMatchObject({ ...input, id: expect.stringMatching(/^wh_/), description: "", active: true });
  const one = `/${shown.id}`;
  expect(created.headers.get("location")).toBe(`/v1/webhooks${one}`);
  const read = await send("GET", one, tenant);
  expect(read.body).toEqual(shown);
  const etag = read.headers.get("etag") ?? "";
  expect(created.headers.get("etag")).toBe(etag);
  const listed = await send("GET", "", tenant);
  expect(listed.body).toEqual({ data: [shown], pagination: { total: 1, limit: 25, offset: 0, hasMore: false } });

  const versioned = { ...tenant, headers: { "if-match": etag } };
  const changed = await send("PATCH", one, { ...versioned, body: { active: false } });
  expect(changed).toMatchObject({ status: 200, body: { active: false, disabledAt: expect.any(String) } });
  expect(changed.body).not.toHaveProperty("signingSecret");
  const stale = await send("PATCH", one, { ...versioned, body: { description: "x" } });
  expect(stale).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
  expect((await send("GET", "?active=true", tenant)).body.pagination.total).toBe(0);

  const rotated = await send("POST", `${one}/rotate-secret`, { ...tenant, body: { overlapSeconds: 60 } });
  expect(rotated).toMatchObject({ status: 200, body: { signingSecret: expect.stringMatching(/^whsec_/) } });
  expect(rotated.body.signingSecret).not.toBe(signingSecret);
  expect((await send("DELETE", one, tenant)).status).toBe(204);
  expect((await send("GET", one, tenant)).status).toBe(404);
});

test("a repeated creation makes one endpoint, and a repeated rotation one secret, which are not shown again", async () => {
  const headers = { "idempotency-key": "once" };
  const { signingSecret, ...rest } = (await create({ headers })).body;
  const again = await create({ headers });
  expect(again).toMatchObject({ status: 201, body: rest });
  const rotation = [`/${rest.id}/rotate-secret`, { body: {}, headers }] as const;
  const { signingSecret: second, ...rotated } = (await send("POST", ...rotation)).body;
  const rotatedAgain = await send("POST", ...rotation);
  expect(rotatedAgain).toMatchObject({ status: 200, body: rotated });
  for (const answer of [again, rotatedAgain]) expect(answer.body).not.toHaveProperty("signingSecret");
  const { rows } = await pool().query<{ response: string }>("SELECT response FROM idempotency_keys");
  for (const secret of [signingSecret, second]) expect(JSON.stringify(rows)).not.toContain(secret?.slice(6, 40));
});

test("a test event is made once, listed, read, redelivered and recovered, but not while the endpoint is disabled", async () => {
  const one = `/${(await create()).body.id}`;
  const sent = { body: {}, headers: { "idempotency-key": "test" } };
  const made = await send("POST", `${one}/test`, sent);
  expect(made).toMatchObject({ status: 201, body: { type: "audit.created", status: "PENDING" } });
  expect((await send("POST", `${one}/test`, sent)).body).toEqual(made.body);
  const listed = await send("GET", `${one}/deliveries?status=PENDING&type=audit.created&limit=5`);
  expect(listed).toMatchObject({ status: 200, body: { data: [made.body], pagination: { total: 1, limit: 5 } } });
  const { id } = made.body;
  expect(await send("GET", `${one}/deliveries/${id}`)).toMatchObject({
    status: 200,
    body: { ...made.body, body: { id, livemode: false }, attemptLog: [] },
  });
  const again = await send("POST", `${one}/deliveries/${id}/redeliver`);
  expect(again).toMatchObject({ status: 200, body: { id, status: "PENDING" } });
  const counted = await send("POST", `${one}/recover`, { body: { since: since(), dryRun: true } });
  expect(counted).toMatchObject({ status: 200, body: { matched: 0, redelivered: 0, dryRun: true } });

  await send("PATCH", one, { body: { active: false } });
  for (const answer of [
    await send("POST", `${one}/deliveries/${id}/redeliver`),
    await send("POST", `${one}/recover`, { body: { since: since() } }),
    await send("POST", `${one}/test`, { body: {} }),
  ]) {
    expect(answer).toMatchObject({ status: 409, body: { error: "conflict" } });
  }
});

test("returns the same 404 for another organisation's endpoint and an unknown one", async () => {
  const { id } = (await create()).body;
  const delivery = (await send("POST", `/${id}/test`, { body: {} })).body.id;
  const stranger = await newKey();
  for (const [method, path, body] of [
    ["GET", ""],
    ["PATCH", "", { active: false }],
    ["POST", "/rotate-secret", {}],
    ["POST", "/test", {}],
    ["POST", "/recover", { since: since() }],
    ["GET", "/deliveries"],
    ["GET", `/deliveries/${delivery}`],
    ["POST", `/deliveries/${delivery}/redeliver`],
    ["DELETE", ""],
  ] as const) {
    const answers = [];
    for (const one of [id, "wh_01kahbc2g8m9n4q6r1s7t3v5wx"]) {
      answers.push(await send(method, `/${one}${path}`, { key: stranger, body }));
    }
    const [theirs, missing] = answers.map((answer) => ({ ...answer.body, requestId: "" }));
    expect(answers[0]?.status).toBe(404);
    expect(theirs).toEqual(missing);
  }
  const { rows } = await pool().query("SELECT round FROM webhook_deliveries WHERE message_id = $1", [delivery]);
  expect(rows).toEqual([{ round: 0 }]);
});

test("logs contain no secrets and no URLs with secret paths", async () => {
  const created = await create({ body: { ...input, url: "https://example.com/t0ken" } });
  const rotated = await send("POST", `/${created.body.id}/rotate-secret`, { body: {} });
  await create({ body: { ...input, url: "http://example.com/t0ken" } });
  expect(logged.join("")).toContain("/v1/webhooks");
  for (const { body } of [created, rotated]) expect(logged.join("")).not.toContain(body.signingSecret?.slice(6, 40));
  expect(logged.join("")).not.toContain("t0ken");
});

const refused: [string, path: string, body: object, paths: string[]][] = [
  ["a URL that is not HTTPS", "", { ...input, url: "http://example.com" }, ["url"]],
  ["a URL in a private network", "", { ...input, url: "https://192.168.0.1/" }, ["url"]],
  ["an unknown event type", "", { ...input, events: ["audit.created", "audit.*"] }, ["events[1]"]],
  ["an event type twice", "", { ...input, events: ["audit.created", "audit.created"] }, ["events"]],
  ["a secret of the caller's own", "", { ...input, signingSecret: "whsec_mine" }, ["signingSecret"]],
  ["much at once", "", { url: "x", events: 1, description: null, x: 1 }, ["description", "events", "url", "x"]],
  ["an overlap of more than a week", "/ID/rotate-secret", { overlapSeconds: 604_801 }, ["overlapSeconds"]],
  ["no start", "/ID/recover", {}, ["since"]],
  ["a start too far back", "/ID/recover", { since: "2020-01-01T00:00:00Z" }, ["since"]],
  ["an end before the start", "/ID/recover", { since: since(), until: "2020-01-01T00:00:00Z" }, ["until"]],
  ["an unknown type to test", "/ID/test", { type: "audit.deleted" }, ["type"]],
];
test.each(refused)("a request with %s is refused", async (_, path, body, paths) => {
  const { id } = (await create()).body;
  const answer = await send("POST", path.replace("ID", id), { body });
  expect(answer).toMatchObject({ status: 400, body: { error: "validation_failed" } });
  expect(answer.body.details.map((detail) => detail.path).sort()).toEqual(paths);
});
