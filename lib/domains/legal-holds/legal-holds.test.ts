import { beforeEach, expect, test } from "vitest";
import { eventActor } from "@/lib/domains/audit-chain";
import { nameOfActor } from "@/lib/domains/audit-chain/enums";
import { removeGuards } from "@/lib/domains/audit-chain/testing/attacker";
import { createTestChain, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { getHold, heldBy, listHolds, placeHold, releaseHold } from "@/lib/domains/legal-holds";
import { covers } from "@/lib/domains/legal-holds/coverage";
import { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const owner = ownerOf(ownTestDatabase(), removeGuards);
let chain: TestChain;

beforeEach(async () => {
  chain = await createTestChain();
});

const given = { name: "A matter", reason: "Ada Person complained." };

test("places, reads, lists and releases a hold, and records both changes on the chain without the reason", async () => {
  const { ctx, modelId } = chain;
  const dateRange = { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" };
  const placed = await placeHold(ctx, { ...given, reference: "LIT-1", modelIds: [modelId], dateRange });
  expect(LegalHold.parse(placed)).toMatchObject({
    ...given,
    reference: "LIT-1",
    modelIds: [modelId],
    dateRange,
    active: true,
    placedByName: nameOfActor(eventActor(ctx.actor)),
  });
  expect(await getHold(ctx, placed.id)).toEqual(placed);
  ctx.clock.nowMs += 1_000;
  const released = await releaseHold(ctx, placed.id, { reason: "Ada Person settled." });
  expect(released).toMatchObject({ active: false, releaseReason: "Ada Person settled." });
  expect(await getHold(ctx, placed.id)).toEqual(released);
  const events = await everyEvent(ctx);
  const sealedRecords = [
    { table: "legal_holds", id: placed.id, stateHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
  ];
  const recorded = {
    sealedRecords,
    holdId: placed.id,
    name: "A matter",
    reference: "LIT-1",
    modelIds: [modelId],
    dateRange,
  };
  expect(events.map(({ id, modelId: on, payload }) => ({ id, on, payload }))).toEqual([
    { id: placed.placedBy, on: chain.systemModelId, payload: { kind: "LEGAL_HOLD_PLACED", ...recorded } },
    { id: released.releasedBy, on: chain.systemModelId, payload: { kind: "LEGAL_HOLD_RELEASED", ...recorded } },
  ]);
  expect(JSON.stringify(events)).not.toContain("Ada");
});

test("does not name who placed a hold if the event that records it was changed", async () => {
  const { id, placedBy } = await placeHold(chain.ctx, given);
  await owner.query(
    `UPDATE audit_events SET content = replace(content, '"id":', '"name":"Someone else","id":') WHERE id = $1`,
    [placedBy],
  );
  expect(await getHold(chain.ctx, id)).toMatchObject({ placedByName: null });
});

test("releases a hold once, even with two concurrent requests", async () => {
  const { id } = await placeHold(chain.ctx, given);
  const outcomes = await Promise.allSettled([1, 2].map(() => releaseHold(chain.ctx, id, { reason: "Settled." })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(releaseHold(chain.ctx, id, { reason: "Again." })).rejects.toMatchObject({ code: "conflict" });
  expect(await everyEvent(chain.ctx)).toHaveLength(2);
});

test("the database rejects changes to a hold's scope and to a release", async () => {
  const { id } = await placeHold(chain.ctx, given);
  const change = (set: string) => pool().query(`UPDATE legal_holds SET ${set} WHERE id = $1`, [id]);
  for (const set of ["name = 'x'", "model_ids = '{x}'", "date_from = now()", "placed_at = now()"]) {
    await expect(change(set)).rejects.toMatchObject({ code: "42501" });
  }
  await expect(pool().query("DELETE FROM legal_holds")).rejects.toMatchObject({ code: "42501" });
  await releaseHold(chain.ctx, id, { reason: "Settled." });
  await expect(change("released_at = NULL, released_by = NULL")).rejects.toMatchObject({ code: "23001" });
});

test("accepts only models of its own organisation", async () => {
  const modelIds = [chain.modelId, (await createTestChain()).modelId];
  await expect(placeHold(chain.ctx, { ...given, modelIds })).rejects.toMatchObject({
    code: "model_not_registered",
    details: [{ path: "modelIds[1]" }],
  });
  expect(await everyEvent(chain.ctx)).toEqual([]);
});

test("lists are newest first, in pages, and can be filtered by whether holds are active", async () => {
  const { ctx } = chain;
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    ctx.clock.nowMs += 1_000;
    ids.unshift((await placeHold(ctx, given)).id);
  }
  await releaseHold(ctx, ids[1] ?? "", { reason: "Settled." });
  const first = await listHolds(ctx, { limit: 3 });
  expect(first.pagination).toMatchObject({ total: 5, hasMore: true });
  const rest = await listHolds(ctx, { limit: 3, cursor: first.pagination.nextCursor });
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
  const listed = async (active: boolean) => (await listHolds(ctx, { limit: 10, active })).data.map(({ id }) => id);
  expect(await listed(false)).toEqual([ids[1]]);
  expect(await listed(true)).toEqual(ids.filter((id) => id !== ids[1]));
  expect((await listHolds((await createTestChain()).ctx, { limit: 10 })).data).toEqual([]);
});

const day = (day: number) => new Date(Date.UTC(2026, 0, day));
const period = (from: number, to: number) => ({ fromMs: day(from).getTime(), toMs: day(to).getTime() });

test.each([
  ["everything", {}, period(5, 5), true],
  ["the model", { modelIds: ["mdl_1"] }, period(5, 5), true],
  ["another model", { modelIds: ["mdl_2"] }, period(5, 5), false],
  ["a period that starts with the event", { dateFrom: day(5), dateTo: day(9) }, period(5, 5), true],
  ["a period that ends with the event", { dateFrom: day(1), dateTo: day(5) }, period(5, 5), true],
  ["a later period", { dateFrom: day(6), dateTo: day(9) }, period(5, 5), false],
  ["an earlier period", { dateFrom: day(1), dateTo: day(4) }, period(5, 5), false],
  ["a period that overlaps the start", { dateFrom: day(1), dateTo: day(5) }, period(5, 9), true],
  ["a period inside the range", { dateFrom: day(6), dateTo: day(7) }, period(5, 9), true],
  [
    "an earlier period, for an event with an invalid time",
    { dateFrom: day(1), dateTo: day(4) },
    { fromMs: Number.NaN, toMs: Number.NaN },
    true,
  ],
])("a hold of %s covers only matching periods", (_what, extent, of, expected) => {
  const hold = { modelIds: [], dateFrom: null, dateTo: null, ...extent };
  expect(covers(hold, { modelId: "mdl_1", period: of })).toBe(expected);
});

test("a rejection lists the first hundred holds", async () => {
  const hold = { id: "hold_1", name: "A matter" } as Parameters<typeof heldBy>[0][number];
  const refused = heldBy(Array<typeof hold>(150).fill(hold));
  expect(refused).toMatchObject({ code: "legal_hold", status: 409 });
  expect(refused.message).toContain("and 149 others");
  expect(refused.members?.["holds"]).toHaveLength(100);
});

test("rejects another hold when 1,000 are active, and accepts one after a release", async () => {
  const { ctx } = chain;
  const { id } = await placeHold(ctx, given);
  await pool().query(
    `INSERT INTO legal_holds
     SELECT (jsonb_populate_record(hold, jsonb_build_object('id', 'hold_' || n, 'organisation_id', $2::text))).*
     FROM legal_holds hold, generate_series(2, 1000) n WHERE hold.id = $1`,
    [id, ctx.organisation.id],
  );
  await expect(placeHold(ctx, given)).rejects.toMatchObject({ code: "conflict" });
  await releaseHold(ctx, id, { reason: "Settled." });
  await expect(placeHold(ctx, given)).resolves.toMatchObject({ active: true });
});
