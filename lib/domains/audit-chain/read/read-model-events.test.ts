import { beforeAll, describe, expect, it } from "vitest";
import type { EventDraft } from "@/lib/domains/audit-chain/append/prepare";
import { readModelEvents, readModelPositions } from "@/lib/domains/audit-chain/read/model-events";
import type { ModelEventsRange } from "@/lib/domains/audit-chain/read/model-events-store";
import { recompute, type StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { becomeOwner } from "@/lib/domains/audit-chain/testing/attacker";
import {
  appendEvents,
  createTestChain,
  createTestModel,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

const append = (chain: TestChain, drafts: Partial<EventDraft>[]) => appendEvents(chain, ...drafts);

async function pagesOf(chain: TestChain, modelId: string, range: ModelEventsRange): Promise<StoredEvent[][]> {
  const pages: StoredEvent[][] = [];
  for await (const page of readModelEvents(chain.ctx.organisation.id, modelId, range)) pages.push(page);
  return pages;
}

async function allOf(pages: AsyncIterable<number[]>): Promise<number[]> {
  const all: number[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const positionsOf = (events: StoredEvent[]) => events.map(({ chainPosition }) => chainPosition);

describe("the events of a model", () => {
  let chain: TestChain;
  let other: string;

  beforeAll(async () => {
    chain = await createTestChain();
    other = await createTestModel(chain.ctx.organisation.id);
    for (let n = 0; n < 3; n++) {
      const drafts = Array.from({ length: 900 }, (_, i) => ({ modelId: i % 2 === 0 ? chain.modelId : other }));
      await append(chain, drafts);
    }
  });

  it("are read by position in pages of 1,000", async () => {
    const pages = await pagesOf(chain, chain.modelId, { from: 1, to: 2_700 });
    expect(pages.map((page) => page.length)).toEqual([1_000, 350]);
    expect(positionsOf(pages.flat())).toEqual(Array.from({ length: 1_350 }, (_, i) => 2 * i + 1));
    expect(pages.flat().every((event) => event.modelId === chain.modelId && recompute(event).intact)).toBe(true);
  });

  it.each([
    [1, 1, [1]],
    [2, 2, []],
    [2, 6, [3, 5]],
    [2_699, 9_000, [2_699]],
    [2_701, 9_000, []],
    [5, 4, []],
    [-7, 2, [1]],
  ])("from position %i to %i are at %j", async (from, to, expected) => {
    expect(positionsOf((await pagesOf(chain, chain.modelId, { from, to })).flat())).toEqual(expected);
  });

  it("exclude other organisations' chains", async () => {
    const stranger = await createTestChain();
    expect(await pagesOf(stranger, chain.modelId, { from: 1, to: 2_700 })).toEqual([]);
  });

  it("can be read as positions only", async () => {
    const range = { from: 2, to: 2_700 };
    expect(await allOf(readModelPositions(chain.ctx.organisation.id, chain.modelId, range))).toEqual(
      positionsOf((await pagesOf(chain, chain.modelId, range)).flat()),
    );
  });

  it("of a period are read inclusively", async () => {
    const timed = await createTestChain();
    const times = ["09:00:00.000", "10:00:00.000", "08:59:59.999", "10:00:00.001", "09:30:00.000"];
    await append(
      timed,
      times.map((time) => ({ timestamp: `2026-11-01T${time}Z` })),
    );
    const period = { from: "2026-11-01T09:00:00.000Z", to: "2026-11-01T10:00:00.000Z" };
    const read = async (range: ModelEventsRange) => [
      positionsOf((await pagesOf(timed, timed.modelId, range)).flat()),
      await allOf(readModelPositions(timed.ctx.organisation.id, timed.modelId, range)),
    ];
    expect(await read({ from: 1, to: 5, period })).toEqual([
      [1, 2, 5],
      [1, 2, 5],
    ]);
    expect(await read({ from: 2, to: 4, period })).toEqual([[2], [2]]);
  });
});

it("large events are read in small pages", async () => {
  const chain = await createTestChain();
  const payload = { text: "x".repeat(200_000) };
  for (let n = 0; n < 3; n++)
    await append(
      chain,
      Array.from({ length: 30 }, () => ({ payload })),
    );
  const pages = await pagesOf(chain, chain.modelId, { from: 1, to: 90 });
  expect(positionsOf(pages.flat())).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
  for (const page of pages) {
    expect(page.reduce((sum, { content }) => sum + (content ?? "").length, 0)).toBeLessThanOrEqual(8 * 1024 * 1024);
  }
});

it("tampered rows are read with limited memory", { tags: "full" }, async () => {
  const chain = await createTestChain();
  await append(
    chain,
    Array.from({ length: 12 }, () => ({ metadata: { trace: "abc" } })),
  );
  const owner = await becomeOwner(database.ownerUrl);
  try {
    const change = (position: number, what: string) =>
      owner.query(`UPDATE audit_events SET ${what} WHERE organisation_id = $1 AND chain_position = $2`, [
        chain.ctx.organisation.id,
        position,
      ]);
    await change(2, `content = repeat('x', 60000000)`);
    await change(3, `block_hash = repeat('y', 60000000)`);
    await change(4, `"timestamp" = '-infinity', recorded_at = '0044-03-15 BC'`);
    await change(5, `block_hash = NULL, content = NULL, tags = NULL, id = NULL, severity = NULL`);
    await change(6, `chain_position = NULL`);
    await change(7, `chain_position = 8`);
    await change(9, `chain_position = 9000000000000000`);
    await change(10, `content = 'no JSON'`);
    const events = (await pagesOf(chain, chain.modelId, { from: 1, to: 12 })).flat();
    expect(positionsOf(events)).toEqual([1, 2, 3, 4, 5, 8, 8, 10, 11, 12]);
    expect(events.filter((event) => !recompute(event).intact).map(({ chainPosition }) => chainPosition)).toEqual([
      2, 3, 4, 5, 8, 10,
    ]);
    expect(events[1]?.content).toBe("");
    expect(events[2]?.blockHash.length).toBeLessThan(10_000);
    expect(events.every(({ metadata }) => metadata === null)).toBe(true);
    const all = (await pagesOf(chain, chain.modelId, { from: 1, to: Number.MAX_SAFE_INTEGER })).flat();
    expect(positionsOf(all).at(-1)).toBe(9_000_000_000_000_000);
  } finally {
    await owner.end();
  }
});
