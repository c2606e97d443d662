import { describe, expect, it, vi } from "vitest";
import { inBatches } from "@/lib/platform/database/batch";
import { retryDelayMs } from "@/lib/platform/jobs/engine/start-engine";

it("retry delays increase up to an hour, with a variation of a fifth", () => {
  const delays = (random: number) => Array.from({ length: 9 }, (_, failures) => retryDelayMs(failures, () => random));
  const seconds = [1, 5, 15, 60, 300, 900, 3600, 3600, 3600];
  expect(delays(0.5)).toEqual(seconds.map((s) => s * 1000));
  expect(delays(0)).toEqual(seconds.map((s) => s * 800));
  expect(delays(1)).toEqual(seconds.map((s) => s * 1200));
});

describe("batches", () => {
  it("are formed from calls during a running batch, and each call gets its own result", async () => {
    const work = vi.fn(async (items: number[]) => items.map((item) => item * 2));
    const ask = inBatches(work, 3);
    const first = ask(1);
    await vi.waitUntil(() => work.mock.calls.length === 1);
    expect(await Promise.all([first, ...[2, 3, 4, 5].map(ask)])).toEqual([2, 4, 6, 8, 10]);
    expect(work.mock.calls.map(([items]) => items)).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("complete the other calls if one fails", async () => {
    const ask = inBatches(async (items: number[]) => {
      if (items.includes(2)) throw new Error("not two");
      return items;
    });
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await ask(4)).toBe(4);
  });

  it("do not retry calls one by one if the database is unavailable", async () => {
    const work = vi.fn(async (_items: number[]): Promise<number[]> => {
      throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    });
    const ask = inBatches(work);
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
