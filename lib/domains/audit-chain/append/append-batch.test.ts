import { expect, test } from "vitest";
import { appendBatch, appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { BatchResult } from "@/lib/domains/audit-chain/schemas";
import { createTestChain, createTestModel, everyEvent, headAndCounts } from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const tooLarge = { text: "x".repeat(256 * 1024) };

function eventOf(modelId: string, given: object = {}) {
  return { modelId, eventType: "INFERENCE", payload: {}, ...given };
}

test("appends 1,000 events in order in one commit", async () => {
  const { ctx, modelId } = await createTestChain();
  const result = await appendBatch(
    ctx,
    Array.from({ length: 1_000 }, (_, i) => eventOf(modelId, { payload: { i } })),
    false,
  );
  expect(BatchResult.parse(result)).toEqual(result);
  expect(result).toMatchObject({ appended: 1_000, failed: 0 });
  const events = await everyEvent(ctx);
  expect(events.map((event) => event.payload?.i)).toEqual(events.map((_, i) => i));
  expect(result.results.map((one) => "id" in one && one.id)).toEqual(events.map((event) => event.id));
  expect(flawsOfChain(events)).toEqual([]);
  const { rows } = await pool().query(
    "SELECT count(DISTINCT xmin::text)::int AS n FROM audit_events WHERE organisation_id = $1",
    [ctx.organisation.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test.each([
  ["CONFIG_CHANGE", "EVENT_CONTENT_ERASED"],
  ["CONFIG_CHANGE", "SIGNER_STATE_INITIALISED"],
  ["DATA_ACCESS", "REPORT_READY"],
  ["DATA_ACCESS", "EVIDENCE_READY"],
  ["DATA_ACCESS", "MCP_TOOL_CALLED"],
] as const)("rejects a %s event of kind %s, which only the service can record", async (eventType, kind) => {
  const { ctx, modelId } = await createTestChain();
  const event = { ...eventOf(modelId), eventType, payload: { kind }, severity: "INFO" as const, tags: [] };
  const error = { code: "validation_failed", details: [{ path: "payload.kind" }] };
  await expect(appendEvent(ctx, event)).rejects.toMatchObject(error);
  const { results } = await appendBatch(ctx, [event], true);
  expect(results).toMatchObject([
    { index: 0, error: "validation_failed", details: [{ path: "events[0].payload.kind" }] },
  ]);
  expect(await everyEvent(ctx)).toEqual([]);
});

/** Batches that are rejected in full, with the reason and the paths of all errors. */
test.each<[string, (modelId: string) => unknown[], string, string[]]>([
  [
    "invalid events",
    (modelId) => [eventOf(modelId), { modelId }, "text", null, eventOf(modelId, { tags: ["a", "a"], colour: 1 })],
    "validation_failed",
    ["events[1].eventType", "events[1].payload", "events[2]", "events[3]", "events[4].tags", "events[4].colour"],
  ],
  [
    "models that are not registered",
    (modelId) => [eventOf("mdl_x"), eventOf(modelId), eventOf("mdl_y")],
    "model_not_registered",
    ["events[0].modelId", "events[2].modelId"],
  ],
  [
    "an event that is too large",
    (modelId) => [eventOf(modelId), eventOf(modelId, { payload: tooLarge })],
    "payload_too_large",
    ["events[1].payload"],
  ],
  [
    "an event that is too large and an invalid one",
    (modelId) => [eventOf(modelId, { severity: "LOW" }), eventOf(modelId, { payload: tooLarge })],
    "payload_too_large",
    ["events[0].severity", "events[1].payload"],
  ],
])("rejects a batch with %s, reports all problems, and stores nothing", async (_what, make, code, paths) => {
  const { ctx, modelId } = await createTestChain();
  const error: unknown = await appendBatch(ctx, make(modelId), false).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  expect((error as { details: { path: string }[] }).details.map(({ path }) => path).sort()).toEqual(paths.sort());
  expect((await headAndCounts(ctx.organisation.id)).head?.position).toBe("0");
});

test("a partial batch appends valid events and reports the others by index", async () => {
  const { ctx, modelId } = await createTestChain();
  const archived = await createTestModel(ctx.organisation.id, { archived: true });
  const result = await appendBatch(
    ctx,
    [
      eventOf(modelId, { payload: { i: 0 } }),
      { modelId },
      eventOf("mdl_x"),
      eventOf(modelId, { payload: { i: 3 } }),
      eventOf(archived),
      eventOf(modelId, { payload: tooLarge }),
    ],
    true,
  );
  expect(BatchResult.parse(result)).toEqual(result);
  expect(result).toMatchObject({ appended: 2, failed: 4 });
  expect(result.results).toMatchObject([
    { index: 0, chainPosition: 1, verified: true },
    { index: 1, error: "validation_failed", details: [{ path: "events[1].eventType" }, { path: "events[1].payload" }] },
    { index: 2, error: "model_not_registered", details: [{ path: "events[2].modelId" }] },
    { index: 3, chainPosition: 2 },
    { index: 4, error: "model_not_registered", details: [{ path: "events[4].modelId" }] },
    { index: 5, error: "payload_too_large", details: [{ path: "events[5].payload" }] },
  ]);
  expect((await everyEvent(ctx)).map((event) => event.payload?.i)).toEqual([0, 3]);
});

test("a partial batch without valid events appends nothing", async () => {
  const { ctx } = await createTestChain();
  expect(await appendBatch(ctx, [{}, eventOf("mdl_x")], true)).toMatchObject({ appended: 0, failed: 2 });
});

test("a batch is part of the caller's transaction", async () => {
  const { ctx, modelId } = await createTestChain();
  const undone = inTransaction(undefined, async (tx) => {
    await appendBatch({ ...ctx, tx }, [eventOf(modelId, { tags: ["a"], metadata: { a: 1 } }), eventOf(modelId)], false);
    throw new Error("the caller changed its mind");
  });
  await expect(undone).rejects.toThrow("the caller changed its mind");
  expect(await everyEvent(ctx)).toEqual([]);
  const result = await inTransaction(undefined, (tx) => appendBatch({ ...ctx, tx }, [eventOf(modelId), {}], true));
  expect(result).toMatchObject({
    appended: 1,
    failed: 1,
    results: [{ chainPosition: 1 }, { error: "validation_failed" }],
  });
  expect(flawsOfChain(await everyEvent(ctx))).toEqual([]);
});
