import { beforeAll, expect, test, vi } from "vitest";
import { createApiKey, revokeApiKey, rotateApiKey } from "@/lib/domains/api-keys";
import { authenticateKey, createAuthenticator, type KeySource } from "@/lib/domains/api-keys/authenticate-key";
import { generateKey, hashKey } from "@/lib/domains/api-keys/key-format";
import * as store from "@/lib/domains/api-keys/store";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import type { Context } from "@/lib/platform/core/context";
import { scopes } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
});

/** Another process: the same database, a separate cache, and a count of its look-ups. */
function otherProcess(overrides: Partial<KeySource> = {}) {
  const findKeyByHash = vi.fn(overrides.findKeyByHash ?? store.findKeyByHash);
  const recordUse = vi.fn(overrides.recordUse ?? store.recordUse);
  return { findKeyByHash, recordUse, ...createAuthenticator({ findKeyByHash, recordUse }) };
}

async function lastUse(id: string): Promise<Date | null | undefined> {
  const { rows } = await pool().query<{ at: Date | null }>("SELECT last_used_at AS at FROM api_keys WHERE id = $1", [
    id,
  ]);
  return rows[0]?.at;
}

test("a key authenticates as its organisation with its scopes", async () => {
  const clock = createTestClock();
  const rateLimitOverrides = { "audit.list": 50_000 };
  const ctx = await createTestContext(clock, { tier: "FOUNDING_PARTNER", rateLimitOverrides });
  const created = await createApiKey(ctx, { name: "Reader", scopes: ["audit:read", "models:read"] });
  const principal = await authenticateKey(created.key, clock);
  expect(principal).toEqual({
    organisation: { id: ctx.organisation.id, tier: "FOUNDING_PARTNER", livemode: true, rateLimitOverrides },
    actor: { kind: "api-key", id: created.id, name: "Reader" },
    scopes: new Set(["audit:read", "models:read"]),
  });
  expect(await authenticateKey(created.key, clock)).toBe(principal);
});

type Making = (ctx: Context) => Promise<string>;

const day = 86_400_000;

async function insertKey(
  ctx: Context,
  key: string,
  columns: { expiresAt?: Date; revokedAt?: Date } = {},
): Promise<string> {
  await pool().query(
    `INSERT INTO api_keys (id, organisation_id, name, key_hash, hint, scopes, expires_at, revoked_at, created_at)
     VALUES ('key_' || md5($2), $1, 'x', $2, 'x', '{audit:read}', $3, $4, '2026-01-01')`,
    [ctx.organisation.id, hashKey(key), columns.expiresAt ?? null, columns.revokedAt ?? null],
  );
  return key;
}

const now = (ctx: Context, offsetMs = 0) => new Date(ctx.clock.now() + offsetMs);

const accepted: [string, Making][] = [
  ["is known", (ctx) => insertKey(ctx, generateKey(true))],
  ["expires in a millisecond", (ctx) => insertKey(ctx, generateKey(true), { expiresAt: now(ctx, 1) })],
];

const refused: [string, Making][] = [
  ["is empty", async () => ""],
  ["is not a key", async () => "secret"],
  ["is unknown", async () => generateKey(true)],
  [
    "has a wrong checksum",
    async (ctx) => (await insertKey(ctx, generateKey(true))).replace(/.$/, (last) => (last === "0" ? "1" : "0")),
  ],
  [
    "has a wrong character in its secret",
    async (ctx) => (await insertKey(ctx, generateKey(true))).replace(/^(.{9})./, "$1_"),
  ],
  ["has white space around it", async (ctx) => ` ${await insertKey(ctx, generateKey(true))}`],
  ["is followed by a line break", async (ctx) => `${await insertKey(ctx, generateKey(true))}\n`],
  ["expires in this millisecond", (ctx) => insertKey(ctx, generateKey(true), { expiresAt: now(ctx) })],
  ["expired long ago", (ctx) => insertKey(ctx, generateKey(true), { expiresAt: now(ctx, -day) })],
  ["is revoked", (ctx) => insertKey(ctx, generateKey(true), { revokedAt: now(ctx) })],
  ["is a sandbox key of a live organisation", (ctx) => insertKey(ctx, generateKey(false))],
];

test.for(accepted)("accepts a key that %s", async ([, make]) => {
  const ctx = await createTestContext(createTestClock());
  expect(await otherProcess().authenticate(await make(ctx), ctx.clock)).toBeDefined();
});

test.for(refused)("rejects a key that %s", async ([, make]) => {
  const ctx = await createTestContext(createTestClock());
  const token = await make(ctx);
  const process = otherProcess();
  expect(await process.authenticate(token, ctx.clock)).toBeUndefined();
  expect(await process.authenticate(token, ctx.clock)).toBeUndefined();
});

test("a malformed key needs no look-up, and an unknown key needs one each time", async () => {
  const { clock } = await createTestContext(createTestClock());
  const process = otherProcess();
  const key = generateKey(true);
  await process.authenticate(key.replace(/.$/, "_"), clock);
  expect(process.findKeyByHash).toHaveBeenCalledTimes(0);
  await process.authenticate(key, clock);
  await process.authenticate(key, clock);
  expect(process.findKeyByHash).toHaveBeenCalledTimes(2);
});

test("a revoked key is rejected immediately by the revoking process and within five seconds by others", async () => {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const { key, id } = await createApiKey(ctx, { name: "x", scopes: ["audit:read"] });
  const other = otherProcess();
  expect(await authenticateKey(key, clock)).toBeDefined();
  expect(await other.authenticate(key, clock)).toBeDefined();
  await revokeApiKey(ctx, id);
  expect(await authenticateKey(key, clock)).toBeUndefined();
  const revokedAtMs = clock.nowMs;
  let acceptedAtMs = revokedAtMs;
  for (; clock.nowMs < revokedAtMs + 10_000; clock.nowMs += 100) {
    if (await other.authenticate(key, clock)) acceptedAtMs = clock.nowMs;
  }
  expect(acceptedAtMs - revokedAtMs).toBeLessThan(5_000);
});

test("every process accepts a rotated key until the overlap ends, and its successor immediately", async () => {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const old = await createApiKey(ctx, { name: "x", scopes: ["audit:read"] });
  const other = otherProcess();
  await other.authenticate(old.key, clock);
  await authenticateKey(old.key, clock);
  const successor = await rotateApiKey(ctx, old.id, { overlapSeconds: 60 });
  expect(await authenticateKey(successor.key, clock)).toBeDefined();
  expect(await other.authenticate(successor.key, clock)).toBeDefined();
  clock.nowMs += 59_999;
  expect(await authenticateKey(old.key, clock)).toBeDefined();
  expect(await other.authenticate(old.key, clock)).toBeDefined();
  clock.nowMs += 1;
  expect(await authenticateKey(old.key, clock)).toBeUndefined();
  expect(await other.authenticate(old.key, clock)).toBeUndefined();
  expect(await other.authenticate(successor.key, clock)).toBeDefined();
});

test("the rotating process immediately rejects a key rotated without overlap", async () => {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const old = await createApiKey(ctx, { name: "x", scopes: ["audit:read"] });
  await authenticateKey(old.key, clock);
  await rotateApiKey(ctx, old.id, { overlapSeconds: 0 });
  expect(await authenticateKey(old.key, clock)).toBeUndefined();
});

test("expiry is exact to the millisecond, regardless of caching", async () => {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const key = await insertKey(ctx, generateKey(true), { expiresAt: now(ctx, 1_000) });
  const process = otherProcess();
  expect(await process.authenticate(key, clock)).toBeDefined();
  clock.nowMs += 999;
  expect(await process.authenticate(key, clock)).toBeDefined();
  clock.nowMs += 1;
  expect(await process.authenticate(key, clock)).toBeUndefined();
  expect(process.findKeyByHash).toHaveBeenCalledTimes(1);
});

test("a principal is immutable, because requests share it", async () => {
  const ctx = await createTestContext(createTestClock());
  const principal = await otherProcess().authenticate(await insertKey(ctx, generateKey(true)), ctx.clock);
  for (const part of [
    principal,
    principal?.organisation,
    principal?.organisation.rateLimitOverrides,
    principal?.actor,
  ]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

test("unknown scopes grant no permissions", async () => {
  const ctx = await createTestContext(createTestClock());
  const key = await insertKey(ctx, generateKey(true));
  await pool().query("UPDATE api_keys SET scopes = '{audit:read,everything}' WHERE key_hash = $1", [hashKey(key)]);
  const principal = await otherProcess().authenticate(key, ctx.clock);
  expect(principal?.scopes).toEqual(new Set(["audit:read"]));
  expect(scopes).not.toContain("everything");
});

test("the last use is written once a minute across processes", async () => {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const { key, id } = await createApiKey(ctx, { name: "x", scopes: ["audit:read"] });
  const processes = [otherProcess(), otherProcess()];
  const startedAtMs = clock.nowMs;
  const seen = new Set<number | undefined>();
  while (clock.nowMs < startedAtMs + 180_000) {
    for (const process of processes) {
      await process.authenticate(key, clock);
      await Promise.all(process.recordUse.mock.results.map(({ value }) => value));
      seen.add((await lastUse(id))?.getTime());
      clock.nowMs += 350;
    }
  }
  expect([...seen]).toEqual([startedAtMs, startedAtMs + 60_200, startedAtMs + 120_400]);
  for (const process of processes) expect(process.recordUse.mock.calls.length).toBeLessThanOrEqual(3);
});

test("a rejected key records no last use", async () => {
  const ctx = await createTestContext(createTestClock());
  const key = await insertKey(ctx, generateKey(true), { revokedAt: now(ctx) });
  const process = otherProcess();
  await process.authenticate(key, ctx.clock);
  expect(process.recordUse).toHaveBeenCalledTimes(0);
});

test("a request does not wait for the last-use update or fail with it, and the update is retried a minute later", async () => {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const key = await insertKey(ctx, generateKey(true));
  const stuck = otherProcess({ recordUse: () => new Promise(() => undefined) });
  expect(await stuck.authenticate(key, clock)).toBeDefined();
  const failing = otherProcess({ recordUse: () => Promise.reject(new Error("disk full")) });
  for (let i = 0; i < 60; i++, clock.nowMs += 1_000) expect(await failing.authenticate(key, clock)).toBeDefined();
  expect(failing.recordUse).toHaveBeenCalledTimes(1);
  await failing.authenticate(key, clock);
  expect(failing.recordUse).toHaveBeenCalledTimes(2);
});
