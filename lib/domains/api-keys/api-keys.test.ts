import { beforeAll, expect, test } from "vitest";
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  notifyExpiringKeys,
  revokeApiKey,
  rotateApiKey,
} from "@/lib/domains/api-keys";
import { CreateApiKey, RotateApiKey } from "@/lib/domains/api-keys/schemas";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { codeOf, recorded } from "@/lib/domains/members/testing";
import { listNotifications } from "@/lib/domains/notifications";
import { ListNotifications } from "@/lib/domains/notifications/schemas";
import { updateOrganisation } from "@/lib/domains/organisations";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;

beforeAll(async () => {
  clock = createTestClock();
  ctx = await createTestContext(clock);
});

const input = { name: "CI", scopes: ["audit:read" as const, "audit:write" as const], expiresAt: null };

test("a new key is returned once with its settings, and is read without the secret", async () => {
  const { key, ...created } = await createApiKey(ctx, { ...input, expiresAt: "2027-01-01T00:00:00.000Z" });
  expect(key).toMatch(/^gas_live_/);
  expect(created).toEqual({
    id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
    name: "CI",
    hint: `gas_live_…${key.slice(-4)}`,
    livemode: true,
    scopes: ["audit:read", "audit:write"],
    status: "ACTIVE",
    createdAt: "2026-11-20T10:00:00.000Z",
    createdBy: null,
    expiresAt: "2027-01-01T00:00:00.000Z",
    revokedAt: null,
    lastUsedAt: null,
    replacedById: null,
  });
  expect(await getApiKey(ctx, created.id)).toEqual(created);
});

test("a key names the member who created or rotated it", async () => {
  const tenantClock = createTestClock();
  const tenant = await createTestContext(tenantClock);
  const [ada, ben] = [await createTestPerson(tenant, "ADMIN"), await createTestPerson(tenant, "ADMIN")];
  const scopes = ["models:read" as const];
  const created = await createApiKey(ada, { ...input, scopes });
  tenantClock.nowMs += 1;
  const rotated = await rotateApiKey(ben, created.id, { overlapSeconds: 60 });
  const names = [ada, ben].map(({ actor }) => (actor.kind === "user" ? actor.email : ""));
  expect([created.createdBy, rotated.createdBy]).toEqual(names);
  expect((await listApiKeys(tenant, { limit: 10 })).data.map(({ createdBy }) => createdBy)).toEqual(names.reverse());
});

test('keys of a sandbox organisation contain "test"', async () => {
  const sandbox = await createTestContext(clock, { livemode: false });
  const created = await createApiKey(sandbox, input);
  expect(created.key).toMatch(/^gas_test_/);
  expect(created.livemode).toBe(false);
});

test("the key is stored only as a hash, which is not on the chain", async () => {
  const tenant = await createTestContext(clock);
  const created = await createApiKey(tenant, input);
  const successor = await rotateApiKey(tenant, created.id, { overlapSeconds: 0 });
  const { rows: keys } = await pool().query("SELECT * FROM api_keys WHERE organisation_id = $1", [
    tenant.organisation.id,
  ]);
  const { rows: events } = await pool().query("SELECT * FROM audit_events WHERE organisation_id = $1", [
    tenant.organisation.id,
  ]);
  expect(keys).toHaveLength(2);
  expect(events).toHaveLength(2);
  for (const { key } of [created, successor]) {
    const secret = key.slice(9, 39);
    expect(JSON.stringify(keys)).not.toContain(secret);
    expect(JSON.stringify(events)).not.toContain(secret);
  }
  for (const { key_hash } of keys as { key_hash: string }[]) {
    expect(key_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(events)).not.toContain(key_hash);
  }
});

test("each change is recorded on the chain, and an update without changes is not", async () => {
  const tenant = await createTestContext(clock);
  const first = await createApiKey(tenant, input);
  const second = await rotateApiKey(tenant, first.id, { overlapSeconds: 60 });
  await revokeApiKey(tenant, second.id);
  await revokeApiKey(tenant, second.id);
  const common = { name: "CI", scopes: ["audit:read", "audit:write"] };
  expect((await recorded(tenant)).payloads).toEqual([
    { kind: "API_KEY_CREATED", keyId: first.id, ...common, expiresAt: null },
    {
      kind: "API_KEY_ROTATED",
      keyId: first.id,
      ...common,
      expiresAt: "2026-11-20T10:01:00.000Z",
      replacedById: second.id,
      replacementExpiresAt: null,
    },
    { kind: "API_KEY_REVOKED", keyId: second.id, ...common, expiresAt: null },
  ]);
});

test("without an expiry, a key has the lifetime set for the organisation: one year, unless changed", async () => {
  const tenant = await createTestContext(clock);
  const { expiresAt: _, ...given } = input;
  expect((await createApiKey(tenant, given)).expiresAt).toBe("2027-11-20T10:00:00.000Z");
  await updateOrganisation(tenant, { apiKeyLifetimeDays: 30 });
  expect((await createApiKey(tenant, given)).expiresAt).toBe("2026-12-20T10:00:00.000Z");
  expect((await createApiKey(tenant, input)).expiresAt).toBeNull();
  await updateOrganisation(tenant, { apiKeyLifetimeDays: null });
  expect((await createApiKey(tenant, given)).expiresAt).toBeNull();
});

test("administrators are notified once of each active key that expires within 14 days", async () => {
  const tenantClock = createTestClock();
  const tenant = await createTestContext(tenantClock);
  const members = [await createTestPerson(tenant, "ADMIN", "Ada"), await createTestPerson(tenant, "ANALYST", "Ben")];
  const days = (count: number) => new Date(tenantClock.nowMs + count * 86_400_000).toISOString();
  const rotated = await createApiKey(tenant, { ...input, name: "Rotated", expiresAt: days(60) });
  tenantClock.nowMs += 30 * 86_400_000;
  await rotateApiKey(tenant, rotated.id, { overlapSeconds: 604_800 });
  const expiring = await createApiKey(tenant, { ...input, expiresAt: days(28) });
  await createApiKey(tenant, { ...input, name: "Short-lived", expiresAt: days(27) });
  await createApiKey(tenant, { ...input, name: "Later", expiresAt: days(30) });
  const revoked = await createApiKey(tenant, { ...input, name: "Revoked", expiresAt: days(28) });
  await revokeApiKey(tenant, revoked.id);
  const sweep = () => notifyExpiringKeys(tenantClock, { after: "", limit: 1_000 });
  const notifications = () =>
    Promise.all(members.map(async (member) => (await listNotifications(member, ListNotifications.parse({}))).data));
  await sweep();
  expect(await notifications()).toEqual([[], []]);
  tenantClock.nowMs += 14 * 86_400_000;
  for (const _ of [1, 2]) await sweep();
  expect(await notifications()).toMatchObject([
    [
      {
        kind: "API_KEY_EXPIRING",
        title: `CI (${expiring.hint})`,
        text: "This API key expires on 17 Jan 2027. Rotate the key, and replace it in its application.",
        path: "/settings/api-keys",
      },
    ],
    [],
  ]);
});

test.for(["2026-11-20T10:00:00.000Z", "2020-01-01T00:00:00.000Z"])(
  "rejects the expiry %s, which is not in the future",
  async (expiresAt) => {
    const tenant = await createTestContext(clock);
    await expect(createApiKey(tenant, { ...input, expiresAt })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ path: "expiresAt", message: "must be in the future" }],
    });
  },
);

const invalidInputs: [string, unknown][] = [
  ["an empty name", { name: " ", scopes: ["admin"] }],
  ["a repeated scope", { name: "x", scopes: ["admin", "admin"] }],
];

test.for(invalidInputs)("rejects input with %s", ([, given]) => {
  expect(CreateApiKey.safeParse(given).success).toBe(false);
});

test("a rotation overlaps for a day by default and a week at most", () => {
  expect(RotateApiKey.parse({})).toEqual({ overlapSeconds: 86_400 });
  expect(RotateApiKey.safeParse({ overlapSeconds: 604_801 }).success).toBe(false);
});

test("a rotated key links to its successor, which has the same name and scopes", async () => {
  const old = await createApiKey(ctx, input);
  const { key, ...successor } = await rotateApiKey(ctx, old.id, { overlapSeconds: 3600 });
  expect(key).not.toBe(old.key);
  expect(successor).toMatchObject({ name: old.name, scopes: old.scopes, expiresAt: null, status: "ACTIVE" });
  expect(await getApiKey(ctx, old.id)).toMatchObject({
    status: "ACTIVE",
    expiresAt: "2026-11-20T11:00:00.000Z",
    replacedById: successor.id,
  });
});

test("the overlap does not extend a key that expires sooner, and the successor has the same lifetime", async () => {
  const tenantClock = createTestClock();
  const tenant = await createTestContext(tenantClock);
  const old = await createApiKey(tenant, { ...input, expiresAt: "2026-11-20T12:00:00.000Z" });
  tenantClock.nowMs += 3_600_000;
  const successor = await rotateApiKey(tenant, old.id, { overlapSeconds: 604_800 });
  expect((await getApiKey(tenant, old.id)).expiresAt).toBe("2026-11-20T12:00:00.000Z");
  expect(successor.expiresAt).toBe("2026-11-20T13:00:00.000Z");
});

test("a key with the latest possible expiry can be rotated", async () => {
  const expiresAt = "9999-12-31T23:59:59.999Z";
  const tenantClock = createTestClock();
  const tenant = await createTestContext(tenantClock);
  const old = await createApiKey(tenant, { ...input, expiresAt });
  tenantClock.nowMs += 60_000;
  expect((await rotateApiKey(tenant, old.id, { overlapSeconds: 0 })).expiresAt).toBe(expiresAt);
});

test("rejects the rotation of a revoked, expired or rotated key", async () => {
  const tenantClock = createTestClock();
  const tenant = await createTestContext(tenantClock);
  const revoked = await createApiKey(tenant, input);
  await revokeApiKey(tenant, revoked.id);
  const rotated = await createApiKey(tenant, input);
  await rotateApiKey(tenant, rotated.id, { overlapSeconds: 604_800 });
  const expired = await createApiKey(tenant, { ...input, expiresAt: "2026-11-20T10:00:00.001Z" });
  tenantClock.nowMs += 1;
  expect((await getApiKey(tenant, revoked.id)).status).toBe("REVOKED");
  expect((await getApiKey(tenant, expired.id)).status).toBe("EXPIRED");
  for (const { id } of [revoked, rotated, expired]) {
    expect(await codeOf(rotateApiKey(tenant, id, { overlapSeconds: 0 }))).toBe("invalid_transition");
  }
  expect((await listApiKeys(tenant, { limit: 100 })).data).toHaveLength(4);
});

test("of ten concurrent rotations, one succeeds", async () => {
  const tenant = await createTestContext(clock);
  const old = await createApiKey(tenant, input);
  const codes = await Promise.all(
    Array.from({ length: 10 }, () => codeOf(rotateApiKey(tenant, old.id, { overlapSeconds: 60 }))),
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === "invalid_transition")).toHaveLength(9);
  expect((await listApiKeys(tenant, { limit: 100 })).data).toHaveLength(2);
});
