import { describe, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/api-keys/testing";
import { listEvents } from "@/lib/audit-chain";
import { getOrganisation, updateOrganisation } from "@/lib/organisations";
import { UpdateOrganisation } from "@/lib/organisations/schemas";
import { consumeFor, rateClasses } from "@/lib/rate-limits";
import { ownTestDatabase } from "@/scripts/database/testing";

ownTestDatabase();
const clock = createTestClock(Date.parse("2026-11-20T10:00:30.000Z"));

test("an organisation is read with every limit and what is used of it", async () => {
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

describe("a change of an organisation", () => {
  test("is an event on its chain, with what was before and what is after", async () => {
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

  test("tells of what it changes alone, and null clears the owner", async () => {
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

  test("to what is already so is no event", async () => {
    const ctx = await createTestContext(clock);
    await updateOrganisation(ctx, { name: "Test", ownerEmail: null });
    expect((await listEvents(ctx, { limit: 10 })).data).toEqual([]);
  });

  test("of two at once the second tells of the first as what was before", async () => {
    const ctx = await createTestContext(clock);
    await Promise.all([updateOrganisation(ctx, { name: "A" }), updateOrganisation(ctx, { name: "B" })]);
    const [second, first] = (await listEvents(ctx, { limit: 10 })).data.map(({ payload }) => payload);
    expect(second?.before).toEqual(first?.after);
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

test.for(wrong)("a change with a wrong %s is refused: %j", ([path, given]) => {
  const issues = UpdateOrganisation.safeParse(given).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
