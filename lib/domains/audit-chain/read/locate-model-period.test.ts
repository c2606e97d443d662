import { beforeAll, describe, expect, it } from "vitest";
import { groupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import type { EventDraft } from "@/lib/domains/audit-chain/append/prepare";
import { locateModelPeriod } from "@/lib/domains/audit-chain/read/model-events";
import { findChainEnd } from "@/lib/domains/audit-chain/read/model-events-store";
import { removeGuards } from "@/lib/domains/audit-chain/testing/attacker";
import {
  createTestChain,
  createTestModel,
  preparedEvent,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const startMs = Date.parse("2026-11-20T10:00:00.000Z");
const minute = 60_000;
/** A time, in minutes after the start. */
const at = (minutes: number) => isoMilliseconds(startMs + minutes * minute);

interface TimedEvent extends Partial<EventDraft> {
  /** Time of receipt, in minutes after the start. */
  received: number;
}

async function appendAt(chain: TestChain, events: TimedEvent[]): Promise<void> {
  for (const { received, ...draft } of events) {
    chain.ctx.clock.nowMs = startMs + received * minute;
    await groupCommit().submit(chain.ctx.organisation.id, [preparedEvent(chain, draft)], true);
  }
}

describe("a chain with two models and an event every ten minutes", () => {
  let chain: TestChain;
  let late: string;

  /**
   * Events of the first model at positions 1, 3, 5 … 19, received at minutes 0, 20, 40 … 180; the other events belong
   * to the second model.
   */
  beforeAll(async () => {
    chain = await createTestChain();
    late = await createTestModel(chain.ctx.organisation.id);
    const modelIds = [chain.modelId, late];
    const events = Array.from({ length: 20 }, (_, i) => ({ received: 10 * i, modelId: modelIds[i % 2] ?? "" }));
    // Position 17 has a late event of minute 75. Position 9 has an event of minute 84, four minutes in the future.
    await appendAt(
      chain,
      events.map((event, i) => ({
        ...event,
        ...(i === 16 ? { timestamp: at(75) } : i === 8 ? { timestamp: at(84) } : {}),
      })),
    );
  });

  const locate = (from: string, to: string, size = 20, modelId = chain.modelId) =>
    locateModelPeriod(chain.ctx.organisation.id, modelId, { from, to }, { size, outsideMax: () => 10_000 });

  /** Positions as `first-last`: of the events in the period, of the model's event sequence, and of the range. */
  it.each([
    ["the whole period", at(0), at(190), "10: 1-19", "1-19", 0, "1-20"],
    // The last event received before minute 65 is at position 7 (minute 60), and by minute 100 at position 11. Position
    // 17 is late.
    ["a period in the middle", at(70), at(100), "3: 9-17", "7-17", 3, "7-17"],
    // The event of minute 84 was received at minute 80 (position 9). The sequence starts where no earlier event can be
    // in the period.
    ["a period that begins before the receipt of its first event", at(82), at(100), "2: 9-11", "7-11", 1, "7-11"],
    ["a period that begins five minutes after a receipt", at(25), at(45), "1: 5-5", "1-5", 2, "1-5"],
    ["a period that ends with an event", at(20), at(40), "2: 3-5", "1-5", 1, "1-5"],
    [
      "a period that ends a millisecond earlier",
      at(20),
      isoMilliseconds(startMs + 40 * minute - 1),
      "1: 3-3",
      "1-3",
      1,
      "1-4",
    ],
    ["a period without events", at(101), at(119), "0: null-null", "9-11", 2, "9-12"],
    ["a period after the end", at(300), at(400), "0: null-null", "19-19", 1, "19-20"],
    ["a period before the beginning", at(-100), at(-50), "0: null-null", null, 0, "1-0"],
  ])("locates the events of %s", async (_name, from, to, tally, thread, outside, range) => {
    const found = await locate(from, to);
    const positions = (one: { from: number; to: number }) => `${one.from}-${one.to}`;
    expect(`${found.tally.events}: ${found.tally.first}-${found.tally.last}`).toBe(tally);
    expect([found.thread && positions(found.thread), found.outside, positions(found.range)]).toEqual([
      ...[thread, outside, range],
    ]);
  });

  it("ignores events after the given size", async () => {
    const { tally, thread, range } = await locate(at(0), at(190), 8);
    expect({ tally, thread, range }).toEqual({
      tally: { events: 4, first: 1, last: 7 },
      thread: { from: 1, to: 7 },
      range: { from: 1, to: 8 },
    });
    expect(await locate(at(0), at(190), 0)).toMatchObject({ thread: null, range: { from: 1, to: 0 } });
  });

  it("returns no events for a model without events", async () => {
    const nobody = await createTestModel(chain.ctx.organisation.id);
    expect(await locate(at(20), at(40), 20, nobody)).toEqual({
      tally: { events: 0, first: null, last: null },
      thread: null,
      outside: 0,
      range: { from: 3, to: 5 },
    });
  });

  it("returns no events for a model whose first event is later", async () => {
    expect(await locate(at(0), at(5), 20, late)).toMatchObject({ thread: null, range: { from: 1, to: 1 } });
  });

  it("counts up to the given limit", async () => {
    const period = { from: at(70), to: at(100) };
    const { outside } = await locateModelPeriod(chain.ctx.organisation.id, chain.modelId, period, {
      size: 20,
      outsideMax: () => 1,
    });
    expect(outside).toBe(2);
  });
});

describe("a chain changed by a database owner", () => {
  const owner = ownerOf(database, removeGuards);

  it.each([
    ["a receipt time long ago", 10, `recorded_at = '1990-01-01'`],
    ["a receipt time in the future", 10, `recorded_at = '2090-01-01'`],
    ["a receipt time BC", 5, `recorded_at = '0044-03-15 BC'`],
    ["no receipt time", 10, "recorded_at = NULL"],
    ["an infinite receipt time", 10, `recorded_at = 'infinity', "timestamp" = '-infinity'`],
    ["a duplicate position", 10, "chain_position = 11"],
    ["a position after the end", 10, "chain_position = 9000000000000000000"],
    ["another model", 10, "model_id = 'mdl_other'"],
  ])("locates all remaining events of the period despite %s", async (_name, position, change) => {
    const chain = await createTestChain();
    const organisationId = chain.ctx.organisation.id;
    await appendAt(
      chain,
      Array.from({ length: 20 }, (_, i) => ({ received: 10 * i })),
    );
    await owner.query(`UPDATE audit_events SET ${change} WHERE organisation_id = $1 AND chain_position = $2`, [
      organisationId,
      position,
    ]);
    const period = { from: at(20), to: at(150) };
    const { tally, thread, range } = await locateModelPeriod(organisationId, chain.modelId, period, {
      size: 20,
      outsideMax: () => 10_000,
    });
    expect([tally.first, tally.last]).toEqual([3, 16]);
    for (const { from, to } of [range, thread ?? range]) expect([from <= 3, to >= 16]).toEqual([true, true]);
  });

  it("the end is a safe integer for any head", async () => {
    const chain = await createTestChain();
    const organisationId = chain.ctx.organisation.id;
    await appendAt(chain, [{ received: 0 }, { received: 1 }]);
    expect(await findChainEnd(organisationId)).toBe(2);
    await owner.query("UPDATE chain_heads SET position = 9223372036854775807 WHERE organisation_id = $1", [
      organisationId,
    ]);
    expect(await findChainEnd(organisationId)).toBe(Number.MAX_SAFE_INTEGER);
    await owner.query("DELETE FROM chain_heads WHERE organisation_id = $1", [organisationId]);
    expect(await findChainEnd(organisationId)).toBe(2);
    expect(await findChainEnd("org_none")).toBe(0);
  });
});
