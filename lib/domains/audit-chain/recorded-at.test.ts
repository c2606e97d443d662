import { afterEach, beforeEach, expect, test } from "vitest";
import { appendBatch, appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { createTestChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { allowSimulatedTime, isoMilliseconds, noteClockSkew } from "@/lib/platform/core/clock";
import { prisma } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const hourMs = 3_600_000;

// As in the service, the database's time applies, regardless of the context's clock.
beforeEach(() => allowSimulatedTime(false));
afterEach(() => {
  allowSimulatedTime(true);
  noteClockSkew(0);
});

function inputFor({ modelId }: TestChain, given: Partial<AppendEvent> = {}): AppendEvent {
  return AppendEvent.parse({ modelId, eventType: "INFERENCE", payload: { latencyMs: 142 }, ...given });
}

function expectNow(iso: string | undefined): void {
  expect(Math.abs(Date.parse(iso ?? "") - Date.now())).toBeLessThan(10_000);
}

test.each([
  ["two hours ahead", 2 * hourMs],
  ["two hours behind", -2 * hourMs],
])("a process whose clock is %s records the database's time", async (_case, offsetMs) => {
  const chain = await createTestChain();
  const { ctx } = chain;
  ctx.clock.nowMs = Date.now() + offsetMs;
  const { event } = await appendEvent(ctx, inputFor(chain));
  const { results } = await appendBatch(ctx, [inputFor(chain)], false);
  const [own] = await prisma().$transaction((tx) =>
    appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload: { kind: "TEST" } }]),
  );
  const issued = await issueCheckpoint(ctx.organisation.id, ctx.clock);
  for (const one of [event, results[0] as { recordedAt: string; timestamp: string }, own]) {
    expectNow(one?.recordedAt);
    expect(one?.timestamp).toBe(one?.recordedAt);
  }
  expectNow(issued?.checkpoint.issuedAt);
  expect((await verifyStoredChain({ organisationId: ctx.organisation.id })).status).toBe("ok");
});

test("rejects a time more than five minutes after the database's clock", async () => {
  const chain = await createTestChain();
  // The schema accepts the time, because the process has not compared the clocks since its clock was set forward.
  noteClockSkew(-2 * hourMs);
  const input = inputFor(chain, { timestamp: isoMilliseconds(Date.now() + hourMs) });
  await expect(appendEvent(chain.ctx, input)).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "timestamp", message: "must not be more than 5 minutes in the future" }],
  });
  const soon = isoMilliseconds(Date.now() + 4 * 60_000);
  expect((await appendEvent(chain.ctx, inputFor(chain, { timestamp: soon }))).event.timestamp).toBe(soon);
});

test("the schema validates times by the estimated database clock", () => {
  const chain = { modelId: "mdl_test" } as TestChain;
  const timestamp = isoMilliseconds(Date.now() + hourMs);
  expect(() => inputFor(chain, { timestamp })).toThrow("more than 5 minutes in the future");
  noteClockSkew(-2 * hourMs);
  expect(inputFor(chain, { timestamp }).timestamp).toBe(timestamp);
  noteClockSkew(2 * hourMs);
  const now = isoMilliseconds(Date.now());
  expect(() => inputFor(chain, { timestamp: now })).toThrow("more than 5 minutes in the future");
});

test("a head in the future is a finding, and later events do not have earlier times", async () => {
  const chain = await createTestChain();
  const { ctx } = chain;
  allowSimulatedTime(true);
  ctx.clock.nowMs = Date.now() + 2 * hourMs;
  const { event: ahead } = await appendEvent(ctx, inputFor(chain));
  allowSimulatedTime(false);
  const { event: next } = await appendEvent(ctx, inputFor(chain));
  expect(next.recordedAt).toBe(ahead.recordedAt);
  const report = await verifyStoredChain({ organisationId: ctx.organisation.id });
  expect(report.verdicts).toMatchObject({ content: "ok", linkage: "failed", completeness: "ok" });
  expect(report.findings).toEqual([
    {
      chainPosition: 2,
      eventId: next.id,
      code: "recorded_in_future",
      expected: expect.any(String),
      actual: ahead.recordedAt,
    },
  ]);
  expectNow(report.findings[0]?.expected ?? undefined);
});

test.each([
  [3_000, "ok"],
  [60_000, "failed"],
])("a head %d ms ahead of the database's clock: %s", async (aheadMs, status) => {
  const chain = await createTestChain();
  allowSimulatedTime(true);
  chain.ctx.clock.nowMs = Date.now() + aheadMs;
  await appendEvent(chain.ctx, inputFor(chain));
  expect((await verifyStoredChain({ organisationId: chain.ctx.organisation.id })).status).toBe(status);
});
