import pino from "pino";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { resourceCaller } from "@/app/v1/testing";
import * as rotation from "@/app/v1/webhooks/[id]/rotate-secret/route";
import * as item from "@/app/v1/webhooks/[id]/route";
import * as list from "@/app/v1/webhooks/route";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { CreatedWebhookEndpoint, WebhookEndpointList } from "@/lib/domains/webhooks/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import type { Scope } from "@/lib/platform/core/roles";
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
  key = await keyWith(["webhooks:read", "webhooks:write"]);
});

/** A key of a new organisation. */
async function keyWith(given: Scope[]): Promise<string> {
  return (await createApiKey(await createTestContext(systemClock), { name: "test", scopes: given })).key;
}

/** Whatever an answer may have: a test looks at what its own has. */
interface Body extends CreatedWebhookEndpoint, WebhookEndpointList {
  error: string;
  requiredScope: string;
  details: { path: string; message: string }[];
}

const send = resourceCaller<Body>("/v1/webhooks", () => key);
type Sent = NonNullable<Parameters<typeof send>[2]>;

const input = { url: "https://example.com/hooks", events: ["audit.created", "model.registered"] };
const create = (given: Sent = {}) => send(list.POST, "POST", { body: input, ...given });
const members =
  "active,createdAt,description,disabledAt,disabledReason,events,id,previousSecretExpiresAt,updatedAt,url";

test("an endpoint is created, listed, read, changed, given a new secret and deleted", async () => {
  const tenant = { key: await keyWith(["webhooks:read", "webhooks:write"]) };
  const created = await create(tenant);
  expect(created.status).toBe(201);
  const { signingSecret, ...shown } = created.body;
  expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toMatchObject({ ...input, id: expect.stringMatching(/^wh_/), description: "", active: true });
  const { id } = shown;
  expect(created.headers.get("location")).toBe(`/v1/webhooks/${id}`);

  const read = await send(item.GET, "GET", { ...tenant, id });
  expect(read.body).toEqual(shown);
  expect(read.headers.get("etag")).toBe(created.headers.get("etag"));
  const listed = await send(list.GET, "GET", tenant);
  expect(listed.body).toEqual({ data: [shown], pagination: { total: 1, limit: 25, offset: 0, hasMore: false } });

  const changed = await send(item.PATCH, "PATCH", { ...tenant, id, body: { active: false } });
  expect(changed).toMatchObject({ status: 200, body: { active: false, disabledAt: expect.any(String) } });
  for (const [query, total] of [
    ["?active=true", 0],
    ["?active=false", 1],
  ] as const) {
    expect((await send(list.GET, "GET", { ...tenant, query })).body.pagination.total).toBe(total);
  }

  const rotated = await send(rotation.POST, "POST", { ...tenant, id, body: { overlapSeconds: 60 } });
  expect(rotated.status).toBe(200);
  expect(rotated.body.signingSecret).toMatch(/^whsec_/);
  expect(rotated.body.signingSecret).not.toBe(signingSecret);
  expect(rotated.headers.get("etag")).toBe((await send(item.GET, "GET", { ...tenant, id })).headers.get("etag"));

  expect((await send(item.DELETE, "DELETE", { ...tenant, id })).status).toBe(204);
  expect((await send(item.DELETE, "DELETE", { ...tenant, id })).status).toBe(404);
  expect((await send(item.GET, "GET", { ...tenant, id })).status).toBe(404);
});

test("the answers of lists, items and changes hold no secret", async () => {
  const { id } = (await create()).body;
  const answers = [
    (await send(item.GET, "GET", { id })).body,
    (await send(item.PATCH, "PATCH", { id, body: { description: "x" } })).body,
    ...(await send(list.GET, "GET")).body.data,
  ];
  for (const answer of answers) expect(Object.keys(answer).sort().join()).toBe(members);
});

test("a repeated creation makes one endpoint, and a repeated rotation one secret, which are not shown again", async () => {
  const headers = { "idempotency-key": "once" };
  const first = await create({ headers });
  const again = await create({ headers });
  const { signingSecret, ...rest } = first.body;
  expect(again).toMatchObject({ status: 201, body: rest });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  const given = { id: rest.id, body: {}, headers };
  const rotated = await send(rotation.POST, "POST", given);
  const rotatedAgain = await send(rotation.POST, "POST", given);
  const { signingSecret: second, ...rotatedRest } = rotated.body;
  expect(rotatedAgain).toMatchObject({ status: 200, body: rotatedRest });
  for (const answer of [again, rotatedAgain]) expect(answer.body).not.toHaveProperty("signingSecret");
  const other = await create({ headers, body: { ...input, url: "https://example.com/other" } });
  expect(other).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
  const { rows } = await pool().query<{ response: string }>("SELECT response FROM idempotency_keys");
  for (const secret of [signingSecret, second]) {
    expect(JSON.stringify(rows)).not.toContain(secret?.slice(6, 40));
  }
});

test("If-Match lets only the version that was read be changed", async () => {
  const { body, headers } = await create();
  const given = { id: body.id, headers: { "if-match": headers.get("etag") ?? "" } };
  const first = await send(item.PATCH, "PATCH", { ...given, body: { description: "one" } });
  expect(first.status).toBe(200);
  const second = await send(item.PATCH, "PATCH", { ...given, body: { description: "two" } });
  expect(second).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
});

test("nothing that is logged holds a secret, or the URL whose path may be one", async () => {
  const created = await create({ body: { ...input, url: "https://example.com/t0ken" } });
  const rotated = await send(rotation.POST, "POST", { id: created.body.id, body: {} });
  await create({ body: { ...input, url: "http://example.com/t0ken" } });
  expect(logged.join("")).toContain("/v1/webhooks");
  for (const { body } of [created, rotated]) expect(logged.join("")).not.toContain(body.signingSecret?.slice(6, 40));
  expect(logged.join("")).not.toContain("t0ken");
});

describe("refused", () => {
  const both: [string, object, string[]][] = [
    ["a URL that is not HTTPS", { url: "http://example.com" }, ["url"]],
    ["a URL with credentials", { url: "https://a:b@example.com" }, ["url"]],
    ["a URL in a private network", { url: "https://192.168.0.1/" }, ["url"]],
    ["a number for a URL", { url: 1 }, ["url"]],
    ["no event types", { events: [] }, ["events"]],
    ["an unknown event type", { events: ["audit.created", "audit.*"] }, ["events[1]"]],
    ["an event type twice", { events: ["audit.created", "audit.created"] }, ["events"]],
    ["a description of 501 characters", { description: "x".repeat(501) }, ["description"]],
    ["text for active", { active: "true" }, ["active"]],
    ["a secret of the caller's own", { signingSecret: "whsec_mine" }, ["signingSecret"]],
    ["much at once", { url: "x", events: 1, description: null, x: 1 }, ["description", "events", "url", "x"]],
  ];
  test.each(both)("%s", async (_, wrong, paths) => {
    const { id } = (await create()).body;
    for (const answer of [
      await create({ body: { ...input, ...wrong } }),
      await send(item.PATCH, "PATCH", { id, body: wrong }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { error: "validation_failed" } });
      expect(answer.body.details.map(({ path }) => path).sort()).toEqual(paths);
    }
  });

  test.each([
    ["a new endpoint without a URL", list.POST, "POST", { events: ["audit.created"] }, "url"],
    ["a new endpoint without event types", list.POST, "POST", { url: input.url }, "events"],
    ["a change of nothing", item.PATCH, "PATCH", {}, "body"],
    ["an overlap of more than a week", rotation.POST, "POST", { overlapSeconds: 604_801 }, "overlapSeconds"],
    ["an overlap below nothing", rotation.POST, "POST", { overlapSeconds: -1 }, "overlapSeconds"],
  ] as const)("%s", async (_, handler, method, body, path) => {
    const answer = await send(handler, method, { id: "wh_x", body });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});
