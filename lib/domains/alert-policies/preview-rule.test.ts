import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { previewRule } from "@/lib/domains/alert-policies/preview-rule";
import type { AlertRule } from "@/lib/domains/alert-policies/schemas";
import { createWatchedChain } from "@/lib/domains/alert-policies/testing/watched-chain";
import { appendBatch } from "@/lib/domains/audit-chain";
import { createTestModel, everyEvent, startMs } from "@/lib/domains/audit-chain/testing/chain";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const minute = 60_000;
const day = 24 * 60 * minute;
const iso = (ms: number) => new Date(ms).toISOString();

test("a preview returns the same alerts as the policy raised", async () => {
  const anyRule: fc.Arbitrary<AlertRule> = fc.record(
    {
      eventTypes: fc.constant(["INFERENCE" as const]),
      payload: fc.record({
        path: fc.constant("x"),
        operator: fc.constantFrom("GREATER_THAN" as const, "LESS_OR_EQUAL" as const),
        threshold: fc.integer({ min: 0, max: 2 }),
      }),
      count: fc.record({
        atLeast: fc.integer({ min: 1, max: 4 }),
        withinMinutes: fc.integer({ min: 1, max: 4 }),
        per: fc.constantFrom("MODEL" as const, "ORGANISATION" as const),
      }),
    },
    { requiredKeys: ["eventTypes"] },
  );
  const anySteps = fc.array(
    fc.record({
      stepMs: fc.constantFrom(0, 1, 30_000, minute, 3 * minute),
      x: fc.integer({ min: 0, max: 3 }),
      model: fc.nat({ max: 1 }),
      evaluates: fc.boolean(),
    }),
    { minLength: 5, maxLength: 15 },
  );
  await fc.assert(
    fc.asyncProperty(anyRule, fc.integer({ min: 1, max: 5 }), anySteps, async (rule, cooldownMinutes, steps) => {
      const chain = await createWatchedChain();
      const models = [chain.modelId, await createTestModel(chain.organisationId)];
      const { id } = await chain.policy({ rule, cooldownMinutes });
      for (const { stepMs, x, model, evaluates } of steps) {
        chain.ctx.clock.nowMs += stepMs;
        await chain.append({ payload: { x }, ...(models[model] && { modelId: models[model] }) });
        if (evaluates) await chain.evaluate();
      }
      await chain.evaluate();
      const raised = (await chain.alerts()).map(({ payload }) => ({
        eventId: payload?.eventId,
        message: payload?.message,
        observed: payload?.value ?? null,
        threshold: payload?.threshold ?? null,
      }));
      const preview = await previewRule(chain.ctx, { rule, cooldownMinutes });
      const shown = preview.events.map(({ eventId, message, observed, threshold }) => ({
        eventId,
        message,
        observed,
        threshold,
      }));
      expect(shown).toEqual(raised);
      expect(preview).toMatchObject({ alerts: raised.length, isCut: false });
      expect(id).toMatch(/^pol_/);
    }),
    { numRuns: 8 },
  );
});

describe("the preview range", () => {
  async function filled() {
    const chain = await createWatchedChain();
    for (const at of [0, 1, 2, 3]) {
      chain.ctx.clock.nowMs = startMs + at * day;
      await chain.append();
    }
    return chain;
  }
  const rule: AlertRule = { eventTypes: ["INFERENCE"] };

  test.each([
    ["includes both ends", startMs + day, startMs + 2 * day, 2],
    ["may be a single millisecond", startMs + day, startMs + day, 1],
    ["may contain no events", startMs + day + 1, startMs + 2 * day - 1, 0],
    ["may end before the first event", startMs - 9 * day, startMs - 1, 0],
    ["may start after the latest event", startMs + 4 * day, startMs + 5 * day, 0],
  ])("%s", async (_, from, to, events) => {
    const { ctx } = await filled();
    const input = { rule, cooldownMinutes: 1, from: iso(from), to: iso(to) };
    expect(await previewRule(ctx, input)).toMatchObject({
      from: iso(from),
      to: iso(to),
      eventsRead: events,
      matched: events,
      alerts: events,
      isCut: false,
      readFrom: events === 0 ? null : iso(from),
    });
  });

  test("is limited to 31 days", async () => {
    const { ctx } = await filled();
    const refused = previewRule(ctx, { rule, cooldownMinutes: 1, from: iso(startMs - 29 * day) });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed", details: [{ path: "from" }] });
    const later = previewRule(ctx, { rule, cooldownMinutes: 1, from: iso(startMs + 9 * day) });
    await expect(later).rejects.toMatchObject({ code: "validation_failed", details: [{ path: "from" }] });
  });
});

test("a preview of too many events evaluates the newest and reports the limit", { tags: "full" }, async () => {
  const chain = await createWatchedChain();
  const event = { modelId: chain.modelId, eventType: "INFERENCE", payload: { x: 1 } };
  for (let i = 0; i < 21; i++) {
    await appendBatch(
      chain.ctx,
      Array.from({ length: 1_000 }, () => event),
      false,
    );
    chain.ctx.clock.nowMs += minute;
  }
  const rule: AlertRule = { payload: { path: "x", operator: "EQUAL", threshold: 1 } };
  const preview = await previewRule(chain.ctx, { rule, cooldownMinutes: 1 });
  expect(preview).toMatchObject({
    eventsRead: 20_000,
    isCut: true,
    readFrom: iso(startMs + minute),
    matched: 20_000,
    alerts: 20,
    suppressed: 19_980,
  });
});

test("a preview returns the first hundred alerts, writes nothing and reads no events of other organisations", async () => {
  const [chain, other] = [await createWatchedChain(), await createWatchedChain()];
  await other.append({ eventType: "DEPLOYMENT" });
  const models = await Promise.all(Array.from({ length: 105 }, () => createTestModel(chain.organisationId)));
  const events = models.map((modelId) => ({ modelId, eventType: "DEPLOYMENT", payload: {} }));
  await appendBatch(chain.ctx, events, false);
  const before = await everyEvent(chain.ctx);
  const preview = await previewRule(chain.ctx, { rule: { eventTypes: ["DEPLOYMENT"] }, cooldownMinutes: 60 });
  expect(preview).toMatchObject({ alerts: 105, matched: 105 });
  expect(preview.events.map(({ eventId }) => eventId)).toEqual(before.slice(0, 100).map(({ id }) => id));
  expect(await everyEvent(chain.ctx)).toEqual(before);
});
