import { describe, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { appendInTransaction, genesisHash, listEvents } from "@/lib/domains/audit-chain";
import {
  changeLimits,
  createOrganisation,
  findOrganisation,
  getOrganisation,
  listOrganisations,
  readRateLimitOverrides,
  updateOrganisation,
} from "@/lib/domains/organisations";
import { UpdateOrganisation } from "@/lib/domains/organisations/schemas";
import type { OrganisationContext } from "@/lib/platform/core/context";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { consumeFor, rateClasses } from "@/lib/platform/rate-limits";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const clock = createTestClock(Date.parse("2026-11-20T10:00:30.000Z"));

test("a new organisation is returned with its settings", async () => {
  const rateLimitOverrides = { "audit.list": 50_000 };
  const ownerEmail = "owner@example.com";
  const { id } = await createOrganisation(
    { name: "Acme", tier: "ENTERPRISE", livemode: true, rateLimitOverrides, ownerEmail, evidenceRetentionDays: 90 },
    clock,
  );
  expect(id).toMatch(/^org_[0-9a-z]{26}$/);
  expect(await findOrganisation(id)).toEqual({
    id,
    name: "Acme",
    tier: "ENTERPRISE",
    livemode: true,
    rateLimitOverrides,
    ownerEmail,
    evidenceRetentionDays: 90,
    webhookRetentionDays: 90,
    mailRetentionDays: 365,
    observationRetentionDays: 400,
    reportRetentionDays: 365,
    contentErasure: false,
    assignToMembersOnly: false,
    requireSecondFactor: false,
    apiKeyLifetimeDays: 365,
    createdAt: "2026-11-20T10:00:30.000Z",
  });
  expect((await listOrganisations(100)).map((organisation) => organisation.id)).toContain(id);
});

test("a new organisation has an empty chain and a system model", async () => {
  const { id, systemModelId } = await createOrganisation({ name: "Acme", tier: "STARTER", livemode: false }, clock);
  const { rows: heads } = await pool().query("SELECT * FROM chain_heads WHERE organisation_id = $1", [id]);
  expect(heads).toEqual([{ organisation_id: id, position: "0", block_hash: genesisHash, recorded_at: null }]);
  const { rows: models } = await pool().query("SELECT id, name, system FROM models WHERE organisation_id = $1", [id]);
  expect(models).toEqual([{ id: systemModelId, name: "System", system: true }]);

  const organisation: OrganisationContext = { id, tier: "STARTER", livemode: false, rateLimitOverrides: {} };
  await inTransaction(undefined, (tx) =>
    appendInTransaction({ organisation, actor: { kind: "system", id: "test" }, clock }, tx, [
      { eventType: "CONFIG_CHANGE", payload: {} },
    ]),
  );
  const { rows: events } = await pool().query("SELECT model_id FROM audit_events WHERE organisation_id = $1", [id]);
  expect(events).toEqual([{ model_id: systemModelId }]);
});

test("an organisation that cannot be created completely is rolled back", async () => {
  const before = await listOrganisations(100);
  const failing = createOrganisation({ name: "Acme", tier: "GOLD" as "STARTER", livemode: true }, clock);
  await expect(failing).rejects.toThrow();
  expect(await listOrganisations(100)).toEqual(before);
});

test("rejects a limit for an unknown endpoint class", async () => {
  const input = { name: "Acme", tier: "STARTER" as const, livemode: true, rateLimitOverrides: { "audit.lists": 5 } };
  await expect(createOrganisation(input, clock)).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "rateLimitOverrides.audit.lists" }],
  });
});

test("an organisation is returned with all limits and its usage", async () => {
  const ctx = await createTestContext(clock, { rateLimitOverrides: { "audit.write": 7 } });
  await consumeFor(ctx.organisation, "audit.write", 3, clock);
  const read = await getOrganisation(ctx);
  expect(read).toMatchObject({
    id: ctx.organisation.id,
    name: "Test",
    tier: "ENTERPRISE",
    livemode: true,
    ownerEmail: null,
    evidenceRetentionDays: 365,
    createdAt: "2026-11-20T10:00:30.000Z",
  });
  expect(read.limits.map(({ endpointClass }) => endpointClass)).toEqual(Object.keys(rateClasses));
  const resetsAt = "2026-11-20T10:01:00.000Z";
  expect(read.limits).toContainEqual({ endpointClass: "audit.write", limit: 7, used: 3, resetsAt });
  expect(read.limits).toContainEqual({ endpointClass: "models.read", limit: 20_000, used: 0, resetsAt });
});

describe("updating an organisation", () => {
  test("records previous and new values on its chain", async () => {
    const ctx = await createTestContext(clock);
    const other = await createTestContext(clock);
    const changed = await updateOrganisation(ctx, { name: "Example Bank", ownerEmail: "owner@example.com" });
    expect(changed).toMatchObject({
      name: "Example Bank",
      ownerEmail: "owner@example.com",
      evidenceRetentionDays: 365,
    });
    expect(await getOrganisation(ctx)).toEqual(changed);
    const [event] = (await listEvents(ctx, { limit: 10 })).data;
    expect(event).toMatchObject({
      eventType: "CONFIG_CHANGE",
      payload: {
        kind: "ORGANISATION_CHANGED",
        before: { name: "Test", ownerEmail: null },
        after: { name: "Example Bank", ownerEmail: "owner@example.com" },
      },
    });
    expect(await getOrganisation(other)).toMatchObject({ name: "Test", ownerEmail: null });
    expect((await listEvents(other, { limit: 10 })).data).toEqual([]);
  });

  test("records only changed fields, and null clears the owner", async () => {
    const ctx = await createTestContext(clock, { ownerEmail: "owner@example.com" });
    await updateOrganisation(ctx, { name: "Test", ownerEmail: null, evidenceRetentionDays: 30 });
    const [event] = (await listEvents(ctx, { limit: 10 })).data;
    expect(event?.payload).toEqual({
      sealedRecords: [
        { table: "organisations", id: ctx.organisation.id, stateHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      ],
      kind: "ORGANISATION_CHANGED",
      before: { ownerEmail: "owner@example.com", evidenceRetentionDays: 365 },
      after: { ownerEmail: null, evidenceRetentionDays: 30 },
    });
  });

  test("records the result of the first of two concurrent updates as the second's previous values", async () => {
    const ctx = await createTestContext(clock);
    await Promise.all([updateOrganisation(ctx, { name: "A" }), updateOrganisation(ctx, { name: "B" })]);
    const [second, first] = (await listEvents(ctx, { limit: 10 })).data.map(({ payload }) => payload);
    expect(second?.before).toEqual(first?.after);
  });
});

describe("changing the limits", () => {
  test("keeps the other limits, and records previous and new values on its chain", async () => {
    const ctx = await createTestContext(clock, { rateLimitOverrides: { "audit.write": 7, "audit.list": 8 } });
    const other = await createTestContext(clock);
    const limits = { "audit.write": null, "audit.read": 9 };
    const changed = await changeLimits(ctx, { tier: "STARTER", limits });
    expect(changed).toMatchObject({ tier: "STARTER", rateLimitOverrides: { "audit.list": 8, "audit.read": 9 } });
    expect(await findOrganisation(ctx.organisation.id)).toEqual(changed);
    const events = (await listEvents(ctx, { limit: 10 })).data;
    expect(events.map(({ payload }) => payload)).toMatchObject([
      {
        kind: "ORGANISATION_CHANGED",
        before: { tier: "ENTERPRISE", rateLimitOverrides: { "audit.write": 7, "audit.list": 8 } },
        after: { tier: "STARTER", rateLimitOverrides: { "audit.list": 8, "audit.read": 9 } },
      },
    ]);
    expect(await findOrganisation(other.organisation.id)).toMatchObject({ tier: "ENTERPRISE", rateLimitOverrides: {} });
    await changeLimits(ctx, { limits: { "audit.read": 9 } });
    expect((await listEvents(ctx, { limit: 10 })).data).toHaveLength(1);
  });

  test("concurrent changes of different limits both apply", async () => {
    const ctx = await createTestContext(clock);
    await Promise.all(["audit.read", "audit.write"].map((name) => changeLimits(ctx, { limits: { [name]: 5 } })));
    const { rateLimitOverrides } = (await findOrganisation(ctx.organisation.id)) ?? {};
    expect(rateLimitOverrides).toEqual({ "audit.read": 5, "audit.write": 5 });
  });

  test("an unknown endpoint class is rejected", async () => {
    const ctx = await createTestContext(clock);
    await expect(changeLimits(ctx, { limits: { "audit.lists": 5 } })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ path: "limits.audit.lists" }],
    });
  });
});

const wrong: [string, unknown][] = [
  ["", {}],
  ["name", { name: " " }],
  ["name", { name: null }],
  ["name", { name: "x".repeat(201) }],
  ["ownerEmail", { ownerEmail: "owner" }],
  ["evidenceRetentionDays", { evidenceRetentionDays: 0 }],
  ["evidenceRetentionDays", { evidenceRetentionDays: 36_501 }],
  ["", { tier: "ENTERPRISE" }],
];

test.for(wrong)("rejects a change with a wrong %s: %j", ([path, given]) => {
  const issues = UpdateOrganisation.safeParse(given).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join("."))).toEqual([path]);
});

const stored: [unknown, Record<string, number>][] = [
  [
    { "audit.list": 50_000, "audit.write": 1 },
    { "audit.list": 50_000, "audit.write": 1 },
  ],
  [{ a: 0, b: -1, c: 1.5, d: "5", e: null, f: 7 }, { f: 7 }],
  [{}, {}],
  [[5], {}],
  ["5", {}],
  [null, {}],
];

test.for(stored)("stored overrides %j are returned as %j and cannot be changed", ([given, expected]) => {
  const overrides = readRateLimitOverrides(given);
  expect(overrides).toEqual(expected);
  expect(Object.isFrozen(overrides)).toBe(true);
});
