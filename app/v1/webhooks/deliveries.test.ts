import { beforeAll, expect, test } from "vitest";
import { callRoute, readAnswer } from "@/app/v1/testing";
import * as redelivery from "@/app/v1/webhooks/[id]/deliveries/[deliveryId]/redeliver/route";
import * as item from "@/app/v1/webhooks/[id]/deliveries/[deliveryId]/route";
import * as list from "@/app/v1/webhooks/[id]/deliveries/route";
import * as recovery from "@/app/v1/webhooks/[id]/recover/route";
import * as trial from "@/app/v1/webhooks/[id]/test/route";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { createEndpoint, updateEndpoint } from "@/lib/domains/webhooks";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { type Scope, scopes } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";
import type { NextHandler } from "@/lib/platform/http/types";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

interface Sent {
  key?: string;
  id: string;
  deliveryId?: string;
  body?: unknown;
  query?: string;
  idempotencyKey?: string;
}

async function send([method, handler]: readonly [string, NextHandler], given: Sent) {
  const { key, id, deliveryId, body, query = "", idempotencyKey } = given;
  const response = await callRoute(handler, method, `/v1/webhooks/${encodeURIComponent(id)}${query}`, {
    key,
    headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
    body,
    params: deliveryId === undefined ? { id } : { id, deliveryId },
  });
  return readAnswer<Record<string, unknown>>(response);
}

const operations = {
  list: ["GET", list.GET],
  read: ["GET", item.GET],
  redeliver: ["POST", redelivery.POST],
  recover: ["POST", recovery.POST],
  test: ["POST", trial.POST],
} as const;

interface Tenant {
  ctx: Context;
  key: string;
  id: string;
}

async function createTenant(given: Scope[] = ["webhooks:read", "webhooks:write"]): Promise<Tenant> {
  const ctx = await createTestContext(systemClock);
  const { key } = await createApiKey(ctx, { name: "Hooks", scopes: given });
  const { id } = await createEndpoint(ctx, {
    url: "https://example.com/hook",
    events: ["model.registered"],
    description: "",
    active: true,
  });
  return { ctx, key, id };
}

const recoverBody = () => ({ since: new Date(Date.now() - 60_000).toISOString() });

test("a test event is made, listed, read, redelivered and recovered", async () => {
  const { key, id } = await createTenant();
  const made = await send(operations.test, { key, id, body: {} });
  expect(made).toMatchObject({ status: 201, body: { endpointId: id, type: "model.registered", status: "PENDING" } });
  const deliveryId = String(made.body.id);
  const listed = await send(operations.list, { key, id, query: "?status=PENDING&type=model.registered&limit=5" });
  expect(listed).toMatchObject({ status: 200, body: { data: [made.body], pagination: { total: 1, limit: 5 } } });
  expect(await send(operations.read, { key, id, deliveryId })).toMatchObject({
    status: 200,
    body: { ...made.body, body: { id: deliveryId, livemode: false }, attemptLog: [] },
  });
  const again = await send(operations.redeliver, { key, id, deliveryId });
  expect(again).toMatchObject({ status: 200, body: { id: deliveryId, status: "PENDING" } });
  const counted = await send(operations.recover, { key, id, body: { ...recoverBody(), dryRun: true } });
  expect(counted).toMatchObject({ status: 200, body: { matched: 0, redelivered: 0, dryRun: true } });
});

test("a repeated test by its key makes one delivery", async () => {
  const { key, id } = await createTenant();
  const given = { key, id, body: { type: "evidence.ready" }, idempotencyKey: "once" };
  const [first, repeat] = [await send(operations.test, given), await send(operations.test, given)];
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  expect(repeat.body).toEqual(first.body);
  expect((await send(operations.list, { key, id })).body).toMatchObject({ pagination: { total: 1 } });
});

const all = Object.entries(operations).map(([name, operation]) => {
  const body = name === "recover" ? recoverBody() : name === "test" ? {} : undefined;
  const given = {
    ...(name === "read" || name === "redeliver" ? { deliveryId: "we_1" } : {}),
    ...(body ? { body } : {}),
  };
  return [name, operation, given] as const;
});

test.each(all)("%s needs a key, and its scope: no other will do", async (_, operation, given) => {
  const scope = operation[0] === "GET" ? "webhooks:read" : "webhooks:write";
  const { key, id } = await createTenant(scopes.filter((one) => one !== scope));
  expect((await send(operation, { ...given, id })).status).toBe(401);
  const refused = await send(operation, { ...given, id, key });
  expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope", requiredScope: scope } });
});

test.each(all)(
  "%s at another organisation's endpoint is answered as at one that there is not",
  async (_, operation, given) => {
    const owner = await createTenant();
    const stranger = await createTenant();
    const deliveryId = String((await send(operations.test, { key: owner.key, id: owner.id, body: {} })).body.id);
    const bodies = new Set<string>();
    for (const id of [owner.id, "wh_01kahbc2g8m9n4q6r1s7t3v5wx", "wh_\u0000"]) {
      const ids = "deliveryId" in given ? { id, deliveryId } : { id };
      const answer = await send(operation, { ...given, ...ids, key: stranger.key });
      expect(answer.status).toBe(404);
      bodies.add(JSON.stringify({ ...answer.body, requestId: "" }));
    }
    expect(bodies.size).toBe(1);
    const { rows } = await pool().query("SELECT round FROM webhook_deliveries WHERE message_id = $1", [deliveryId]);
    expect(rows).toEqual([{ round: 0 }]);
  },
);

test("what would send something is a conflict while the endpoint is disabled", async () => {
  const { ctx, key, id } = await createTenant();
  const deliveryId = String((await send(operations.test, { key, id, body: {} })).body.id);
  await updateEndpoint(ctx, id, { active: false });
  for (const [operation, given] of [
    [operations.redeliver, { deliveryId }],
    [operations.recover, { body: recoverBody() }],
    [operations.test, { body: {} }],
  ] as const) {
    const answer = await send(operation, { key, id, ...given });
    expect(answer).toMatchObject({ status: 409, body: { error: "conflict" } });
  }
  expect((await send(operations.list, { key, id })).status).toBe(200);
});

const invalid: [string, keyof typeof operations, Partial<Sent>, string][] = [
  ["a status that there is not", "list", { query: "?status=LOST" }, "status"],
  ["a type that there is not", "list", { query: "?type=audit.deleted" }, "type"],
  ["an unknown filter", "list", { query: "?endpointId=wh_1" }, "endpointId"],
  ["no beginning", "recover", { body: {} }, "since"],
  ["a beginning too far back", "recover", { body: { since: "2020-01-01T00:00:00Z" } }, "since"],
  ["an end before its beginning", "recover", { body: { ...recoverBody(), until: "2020-01-01T00:00:00Z" } }, "until"],
  ["a type that there is not to test", "test", { body: { type: "audit.deleted" } }, "type"],
];

test.for(invalid)("a request with %s is refused", async ([, name, given, path]) => {
  const { key, id } = await createTenant();
  const answer = await send(operations[name], { key, id, ...given });
  expect(answer).toMatchObject({ status: 400, body: { error: "validation_failed", details: [{ path }] } });
});
