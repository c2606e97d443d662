import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { createOrganisation } from "@/lib/domains/organisations";
import type { Context } from "@/lib/platform/core/context";
import { type ErrorCode, errorTable, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { readIdempotencyKey, withIdempotency } from "@/lib/platform/http/idempotency";
import { Reply } from "@/lib/platform/http/reply";
import type { RouteOptions } from "@/lib/platform/http/types";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const clock = {
  nowMs: 0,
  now() {
    return this.nowMs;
  },
};

beforeEach(() => {
  clock.nowMs = Date.parse("2026-11-20T10:00:00.000Z");
});

async function createContext(): Promise<Context> {
  const { id } = await createOrganisation({ name: "Test", tier: "ENTERPRISE", livemode: true }, clock);
  return {
    organisation: { id, tier: "ENTERPRISE", livemode: true, rateLimitOverrides: {} },
    actor: { kind: "system", id: "test" },
    scopes: new Set(["admin"]),
    clock,
    requestId: "req_test",
  };
}

const options: RouteOptions = {
  summary: "Create a thing",
  scope: "admin",
  limit: "other.write",
  response: z.object({ id: z.string(), secret: z.string().optional() }),
  status: 201,
};

interface Call {
  key?: string;
  body?: unknown;
  query?: unknown;
  params?: unknown;
  path?: string;
  method?: string;
  options?: RouteOptions;
}

/** One request with a key, as the route wrapper passes it on. */
function call(ctx: Context, given: Call, effect: (inner: Context) => unknown): Promise<Reply> {
  const { key = "ide_1", body = { a: 1 }, query, params, path = "/v1/things", method = "POST" } = given;
  const request = new Request(`https://example.test${path}`, { method });
  const keyed = { key, input: { params, query, body }, request, options: given.options ?? options };
  return withIdempotency(ctx, keyed, async (inner) => Reply.of(await effect(inner)));
}

/** An effect that counts its executions and returns a new ID each time. */
function counted(extras: Parameters<typeof Reply.data>[1] = {}) {
  return vi.fn((_ctx: Context) => Reply.data({ id: newId("report"), hidden: "not in the schema" }, extras));
}

function jsonOf(reply: Reply): Record<string, unknown> {
  if (!("json" in reply.body)) throw new Error("is not finished JSON");
  return JSON.parse(reply.body.json) as Record<string, unknown>;
}

const replayed = { "Idempotent-Replayed": "true" };

test("a repeated request gets the first response byte for byte, without a second effect", async () => {
  const ctx = await createContext();
  const effect = counted({ status: 202, headers: { Location: "/v1/things/1", ETag: '"1"' } });
  const first = await call(ctx, {}, effect);
  const repeat = await call(ctx, {}, effect);
  expect(effect).toHaveBeenCalledTimes(1);
  expect(repeat.body).toEqual(first.body);
  expect(Object.keys(jsonOf(first))).toEqual(["id"]);
  expect([first.status, repeat.status]).toEqual([202, 202]);
  expect(first.headers).toEqual({ Location: "/v1/things/1", ETag: '"1"' });
  expect(repeat.headers).toEqual({ ...first.headers, ...replayed });
});

test("the order of members in the body does not matter", async () => {
  const ctx = await createContext();
  const effect = counted();
  await call(ctx, { body: { a: 1, b: { c: [1], d: 2 } } }, effect);
  expect((await call(ctx, { body: { b: { d: 2, c: [1] }, a: 1 } }, effect)).headers).toEqual(replayed);
});

test.each<[string, Call]>([
  ["body", { body: { a: 2 } }],
  ["body with an extra member", { body: { a: 1, b: undefined, c: null } }],
  ["missing body", { body: null }],
  ["query", { query: { partial: true } }],
  ["path parameters", { params: { id: "1" } }],
])("rejects a key that was used with another %s, and keeps it for its first request", async (_what, other) => {
  const ctx = await createContext();
  const effect = counted();
  await call(ctx, {}, effect);
  await expect(call(ctx, other, effect)).rejects.toMatchObject({ code: "idempotency_key_reused", status: 422 });
  expect((await call(ctx, {}, effect)).headers).toEqual(replayed);
  expect(effect).toHaveBeenCalledTimes(1);
});

test.each<[string, Call]>([
  ["another key", { key: "ide_2" }],
  ["the key in another case", { key: "IDE_1" }],
  ["another path", { path: "/v1/others" }],
  ["another method", { method: "PUT" }],
])("%s is another request", async (_what, other) => {
  const ctx = await createContext();
  const effect = counted();
  await call(ctx, {}, effect);
  expect((await call(ctx, other, effect)).headers).toEqual({});
  expect(effect).toHaveBeenCalledTimes(2);
});

test("keys of different organisations are independent", async () => {
  const effect = counted();
  const [one, other] = [await call(await createContext(), {}, effect), await call(await createContext(), {}, effect)];
  expect(jsonOf(one)).not.toEqual(jsonOf(other));
  expect(effect).toHaveBeenCalledTimes(2);
});

test("the path is compared without its query and in normalised form", async () => {
  const ctx = await createContext();
  const effect = counted();
  await call(ctx, { path: "/v1/things?a=1" }, effect);
  expect((await call(ctx, { path: "/v1/things" }, effect)).headers).toEqual(replayed);
});

/** A signal that one side waits for and the other sends. */
function createSignal(): { sent: Promise<void>; send(): void } {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { sent, send };
}

test("a repeated request gets Retry-After during the first one, and later the same response", async () => {
  const ctx = await createContext();
  const [begun, gate] = [createSignal(), createSignal()];
  const id = newId("report");
  const first = call(ctx, {}, async () => {
    begun.send();
    await gate.sent;
    return { id };
  });
  await begun.sent;
  const inProgress = { code: "idempotency_in_progress", status: 409, headers: { "Retry-After": "1" } };
  const effect = counted();
  await expect(call(ctx, {}, effect)).rejects.toMatchObject(inProgress);
  await expect(call(ctx, { body: { a: 2 } }, effect)).rejects.toMatchObject(inProgress);
  expect((await call(ctx, { key: "ide_2" }, effect)).status).toBe(201);
  gate.send();
  expect(jsonOf(await first)).toEqual({ id });
  expect(jsonOf(await call(ctx, {}, effect))).toEqual({ id });
  expect(effect).toHaveBeenCalledTimes(1);
});

test("only one of several concurrent requests has the effect", async () => {
  const ctx = await createContext();
  const effect = counted();
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => call(ctx, {}, effect)));
  expect(effect).toHaveBeenCalledTimes(1);
  for (const answer of answers) {
    if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "idempotency_in_progress" });
  }
  expect((await call(ctx, {}, effect)).headers).toEqual(replayed);
});

async function rename(ctx: Context, name: string): Promise<void> {
  await ctx.tx?.organisation.update({ where: { id: ctx.organisation.id }, data: { name } });
}

async function nameOf({ organisation }: Context): Promise<string | undefined> {
  const { rows } = await pool().query<{ name: string }>("SELECT name FROM organisations WHERE id = $1", [
    organisation.id,
  ]);
  return rows[0]?.name;
}

test("the effect and its response commit atomically", async () => {
  const ctx = await createContext();
  const failing = call(ctx, {}, async (inner) => {
    await rename(inner, "Never");
    throw new Error("out of luck");
  });
  await expect(failing).rejects.toThrow("out of luck");
  expect(await nameOf(ctx)).toBe("Test");
  await call(ctx, {}, async (inner) => {
    await rename(inner, "Once");
    return { id: "1" };
  });
  await call(ctx, {}, async (inner) => {
    await rename(inner, "Twice");
    return { id: "2" };
  });
  expect(await nameOf(ctx)).toBe("Once");
});

test("an invalid response rolls back the effect", async () => {
  const ctx = await createContext();
  const wrong = call(ctx, {}, async (inner) => {
    await rename(inner, "Never");
    return { id: 1 };
  });
  await expect(wrong).rejects.toThrow();
  expect(await nameOf(ctx)).toBe("Test");
  expect((await call(ctx, {}, counted())).status).toBe(201);
});

const codes = Object.keys(errorTable) as ErrorCode[];
const passing: ErrorCode[] = ["idempotency_in_progress", "idempotency_key_reused"];
const kept = (code: ErrorCode) =>
  errorTable[code].status < 500 && ![401, 403, 429].includes(errorTable[code].status) && !passing.includes(code);

function refusing(code: ErrorCode) {
  return vi.fn(async (inner: Context) => {
    await rename(inner, "Never");
    throw new ServiceError(code, "No.", {
      details: [{ path: "a", message: "is wrong" }],
      headers: { "X-Reason": "a" },
    });
  });
}

test.each(codes.filter(kept))("repeats a stored error: %s", async (code) => {
  const ctx = await createContext();
  const effect = refusing(code);
  await expect(call(ctx, {}, effect)).rejects.toMatchObject({ code });
  expect(await nameOf(ctx)).toBe("Test");
  const repeat = await call({ ...ctx, requestId: "req_other" }, {}, effect);
  expect(repeat.status).toBe(errorTable[code].status);
  expect(jsonOf(repeat)).toEqual({
    error: code,
    message: "No.",
    requestId: "req_test",
    details: [{ path: "a", message: "is wrong" }],
  });
  expect(repeat.headers).toEqual({ "X-Reason": "a", ...replayed });
  expect(effect).toHaveBeenCalledTimes(1);
});

test.each(codes.filter((code) => !kept(code)))("does not store an error that may not recur: %s", async (code) => {
  const ctx = await createContext();
  await expect(call(ctx, {}, refusing(code))).rejects.toMatchObject({ code });
  expect(await nameOf(ctx)).toBe("Test");
  const later = await call(ctx, {}, counted());
  expect([later.status, later.headers]).toEqual([201, {}]);
});

test("a secret that is returned once is not stored or repeated", async () => {
  const ctx = await createContext();
  const secretive = { ...options, secretMembers: ["secret"] };
  const effect = vi.fn(() => ({ id: "key_1", secret: "gas_live_abcdefgh" }));
  expect(jsonOf(await call(ctx, { options: secretive }, effect))).toEqual({ id: "key_1", secret: "gas_live_abcdefgh" });
  expect(jsonOf(await call(ctx, { options: secretive }, effect))).toEqual({ id: "key_1" });
  const { rows } = await pool().query<{ row: string }>(
    "SELECT idempotency_keys::text AS row FROM idempotency_keys WHERE organisation_id = $1",
    [ctx.organisation.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain("gas_live_abcdefgh");
});

const day = 86_400_000;

test.each([
  ["until a millisecond before a day has passed", day - 1, 1],
  ["no longer after a day", day, 2],
])("a response is repeated %s", async (_when, afterMs, runs) => {
  const ctx = await createContext();
  const effect = counted();
  await call(ctx, {}, effect);
  clock.nowMs += afterMs;
  await call(ctx, {}, effect);
  expect(effect).toHaveBeenCalledTimes(runs);
});

test("later requests delete responses after a day, only of their organisation", async () => {
  const [ctx, other] = [await createContext(), await createContext()];
  for (let i = 0; i < 3; i++) await call(ctx, { key: `old_${i}` }, counted());
  await call(other, { key: "theirs" }, counted());
  clock.nowMs += day + 1;
  await call(ctx, { key: "new" }, counted());
  const keysOf = async (id: string) => {
    const { rows } = await pool().query<{ key: string }>(
      "SELECT key FROM idempotency_keys WHERE organisation_id = $1",
      [id],
    );
    return rows.map(({ key }) => key);
  };
  expect(await keysOf(ctx.organisation.id)).toEqual(["new"]);
  expect(await keysOf(other.organisation.id)).toEqual(["theirs"]);
});

function keyOf(header?: string): string | undefined {
  const headers = header === undefined ? {} : { "idempotency-key": header };
  return readIdempotencyKey(new Request("https://example.test/", { method: "POST", headers }));
}

test.each([
  [undefined, undefined],
  ["ide_1", "ide_1"],
  ['"ide_1"', "ide_1"],
  ["a b", "a b"],
  ['a"b', 'a"b'],
  ["x".repeat(255), "x".repeat(255)],
  [`"${"x".repeat(255)}"`, "x".repeat(255)],
])("the header %j contains the key %j", (header, key) => {
  expect(keyOf(header)).toBe(key);
});

test.each(["", '""', "x".repeat(256), `"${"x".repeat(256)}"`, "schlüssel", "a\tb", "a\u007fb"])(
  "rejects the header %j",
  (header) => {
    let refusal: unknown;
    try {
      keyOf(header);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({
      code: "validation_failed",
      status: 400,
      details: [{ path: "header Idempotency-Key" }],
    });
  },
);
