import { beforeEach, expect, test } from "vitest";
import { callRoute, readAnswer } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { listEvents } from "@/lib/domains/audit-chain";
import type { OrganisationLimits } from "@/lib/domains/organisations/schemas";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { provideSingleton } from "@/lib/platform/core/testing";
import { clientAddressHeader } from "@/lib/platform/http/request";
import { ownTestDatabase } from "@/tools/database/testing";
import { GET, PATCH } from "./route.api";

ownTestDatabase();
const token = "operator-token-of-32-characters!";
let ctx: Context;

beforeEach(async () => {
  provideSingleton("env", { ...env(), LOG_LEVEL: "silent", OPERATOR_TOKEN: token });
  ctx = await createTestContext(systemClock);
});

interface Sent {
  id?: string;
  key?: string | null;
  address?: string;
}

async function send(body: unknown, { id = ctx.organisation.id, key = token, address = "192.0.2.1" }: Sent = {}) {
  const headers = { [clientAddressHeader]: address };
  const [handler, method] = body === undefined ? ([GET, "GET"] as const) : ([PATCH, "PATCH"] as const);
  const url = `/api/operator/organisations/${id}/limits`;
  type Body = OrganisationLimits & { error?: string; details?: { path: string }[] };
  return readAnswer<Body>(await callRoute(handler, method, url, { key, headers, body, params: { id } }));
}

const limitOf = ({ body }: Awaited<ReturnType<typeof send>>, name: string) =>
  body.limits.find(({ endpointClass }) => endpointClass === name);
const events = async (of: Context) => (await listEvents(of, { limit: 10 })).data;

test("the tier and the limits are changed, and recorded on the organisation's chain", async () => {
  const other = await createTestContext(systemClock);
  const changed = await send({ tier: "PROFESSIONAL", limits: { "audit.write": 120_000 } });
  expect([changed.status, changed.body.id, changed.body.tier]).toEqual([200, ctx.organisation.id, "PROFESSIONAL"]);
  expect(limitOf(changed, "audit.write")).toEqual({ endpointClass: "audit.write", limit: 120_000, tierLimit: 1_000 });
  expect(limitOf(changed, "audit.list")).toMatchObject({ limit: 500, tierLimit: 500 });
  expect((await send(undefined)).body).toEqual(changed.body);
  expect(await events(ctx)).toMatchObject([
    {
      actor: { type: "SYSTEM", id: "operator-api" },
      payload: { kind: "ORGANISATION_CHANGED", after: { tier: "PROFESSIONAL" } },
    },
  ]);
  expect(limitOf(await send({ limits: { "audit.write": null } }), "audit.write")?.limit).toBe(1_000);
  expect(await events(other)).toEqual([]);
});

test.each([
  ["an empty change", {}, "body"],
  ["an unknown tier", { tier: "GOLD" }, "tier"],
  ["an unknown field", { limit: 5 }, "limit"],
  ["limits of another type", { limits: 5 }, "limits"],
  ["an unknown endpoint class", { limits: { "audit.lists": 5 } }, "limits.audit.lists"],
  ["an inherited name", { limits: { toString: 5 } }, "limits.toString"],
  ["a limit of zero", { limits: { "audit.write": 0 } }, "limits.audit.write"],
  ["a fraction", { limits: { "audit.write": 1.5 } }, "limits.audit.write"],
  ["a string", { limits: { "audit.write": "5" } }, "limits.audit.write"],
  ["a limit that is too large", { limits: { "audit.write": 1_000_000_001 } }, "limits.audit.write"],
])("%s is rejected, names the field and changes nothing", async (_, body, path) => {
  const answer = await send(body);
  expect([answer.status, answer.body.error]).toEqual([400, "validation_failed"]);
  expect(answer.body.details?.map((detail) => detail.path)).toEqual([path]);
  expect(await events(ctx)).toEqual([]);
});

test.each(["org_01kahbc2g8m9n4q6r1s7t3v5wx", "org_\0", "../x"])("organisation %j does not exist", async (id) => {
  expect(await send({ tier: "STARTER" }, { id })).toMatchObject({ status: 404, body: { error: "not_found" } });
});

test("other credentials are rejected before the body is read", async () => {
  const { key } = await createApiKey(ctx, { name: "Admin", scopes: ["admin"] });
  const before = (await events(ctx)).length;
  for (const wrong of [null, "", token.slice(1), `${token}x`, key]) {
    const answer = await send({ tier: 5 }, { key: wrong });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
  expect(await events(ctx)).toHaveLength(before);
});

test("wrong tokens are limited per address, and the operator's requests in total", async () => {
  const statusesOf = async (sent: Sent) => {
    const statuses = new Set<number>();
    // If a new minute begins, 60 more requests are allowed.
    for (let i = 0; i <= 120 && !statuses.has(429); i++) statuses.add((await send(undefined, sent)).status);
    return [...statuses];
  };
  expect(await statusesOf({ key: "wrong", address: "192.0.2.9" })).toEqual([401, 429]);
  expect((await send(undefined, { address: "192.0.2.9" })).status).not.toBe(401);
  expect(await statusesOf({})).toContain(429);
});

test("without a configured token, the path does not exist", async () => {
  provideSingleton("env", { ...env(), OPERATOR_TOKEN: undefined });
  for (const key of [null, "undefined", token]) expect((await send({}, { key })).status).toBe(404);
});
