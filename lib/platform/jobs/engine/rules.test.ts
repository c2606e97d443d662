import { describe, expect, it, vi } from "vitest";
import { inBatches } from "@/lib/platform/jobs/engine/batch";
import { nextAfter, retryAfterMs, sleepMs } from "@/lib/platform/jobs/engine/next";
import { retryDelayMs } from "@/lib/platform/jobs/engine/start-engine";

const now = Date.parse("2026-01-01T00:00:00Z");

describe("how long a sleep lasts", () => {
  it.each([
    ["1m", 60_000],
    ["1w2d3h4m5s", 788_645_000],
    ["", 0],
    ["2026-01-01T00:00:01.500Z", 1_500],
    ["2025-12-31T00:00:00Z", 0],
    ["soon", undefined],
    ["1x", undefined],
  ])("%j", (text, ms) => {
    expect(sleepMs(text, now)).toBe(ms);
  });
});

describe("when a retry is asked for", () => {
  it.each([
    ["30", 30_000],
    ["2026-01-01T00:00:10Z", 10_000],
    ["", undefined],
    [undefined, undefined],
    ["whenever", undefined],
  ])("%j", (text, ms) => {
    expect(retryAfterMs(text, now)).toBe(ms);
  });
});

it("retries wait longer each time, up to an hour, a fifth more or less", () => {
  const delays = (random: number) => Array.from({ length: 9 }, (_, failures) => retryDelayMs(failures, () => random));
  const seconds = [1, 5, 15, 60, 300, 900, 3600, 3600, 3600];
  expect(delays(0.5)).toEqual(seconds.map((s) => s * 1000));
  expect(delays(0)).toEqual(seconds.map((s) => s * 800));
  expect(delays(1)).toEqual(seconds.map((s) => s * 1200));
});

describe("what follows an answer of the SDK", () => {
  const answered = (status: number, body: unknown, headers: Record<string, string> = {}, failures = 0) =>
    nextAfter({ status, headers, body: JSON.stringify(body) }, failures, 3, now);
  const error = { name: "TypeError", message: "no", stack: "at home" };
  const kept = { name: "TypeError", message: "no" };
  const ran = { id: "a", op: "StepRun", data: 1 };
  const remembered = { id: "a", memo: { type: "data", data: 1 } };

  it.each([
    ["the function's result", answered(200, "result"), { finished: [], next: "complete" }],
    ["a step", answered(206, [ran]), { finished: [remembered], next: "go-on" }],
    [
      "a step without a result",
      answered(206, [{ id: "a", op: "StepRun" }]),
      { finished: [{ id: "a", memo: { type: "data", data: null } }], next: "go-on" },
    ],
    [
      "a step and the end",
      answered(206, [ran, { id: "c", op: "RunComplete" }]),
      { finished: [remembered], next: "complete" },
    ],
    [
      "a sleep",
      answered(206, [ran, { id: "s", op: "Sleep", name: "1m" }]),
      { finished: [remembered, { id: "s", memo: null }], next: "sleep", ms: 60_000 },
    ],
    [
      "steps side by side",
      answered(206, [
        { id: "a", op: "StepPlanned" },
        { id: "b", op: "StepPlanned" },
      ]),
      { finished: [], next: "run-planned", stepIds: ["a", "b"] },
    ],
    [
      "a step that failed",
      answered(206, [{ id: "a", op: "StepError", error }]),
      { finished: [], next: "retry", error: kept, afterMs: undefined },
    ],
    [
      "a step that says when",
      answered(206, [{ id: "a", op: "StepError", error }], { "retry-after": "9" }),
      { finished: [], next: "retry", error: kept, afterMs: 9_000 },
    ],
    [
      "a step that failed the last time",
      answered(206, [{ id: "a", op: "StepError", error }], {}, 2),
      { finished: [{ id: "a", memo: { type: "error", error } }], next: "go-on" },
    ],
    [
      "a step that failed for good",
      answered(206, [{ id: "a", op: "StepFailed", error }]),
      { finished: [{ id: "a", memo: { type: "error", error } }], next: "go-on" },
    ],
    [
      "an error",
      answered(500, error, { "x-inngest-no-retry": "false" }),
      { finished: [], next: "retry", error: kept, afterMs: undefined },
    ],
    [
      "an error that is not to be tried again",
      answered(400, error, { "x-inngest-no-retry": "true" }),
      { finished: [], next: "fail", error: kept },
    ],
    ["an error at the last attempt", answered(500, error, {}, 2), { finished: [], next: "fail", error: kept }],
    [
      "an error of another shape",
      answered(500, { error: "no such step" }),
      { finished: [], next: "retry", error: { name: "Error", message: "no such step" }, afterMs: undefined },
    ],
  ])("%s", (_name, next, expected) => {
    expect(next).toEqual(expected);
  });

  it("a step kind that the engine does not know is named", () => {
    expect(answered(206, [{ id: "w", op: "WaitForEvent", displayName: "wait" }])).toEqual({
      finished: [],
      next: "fail",
      error: { name: "Error", message: "The embedded job engine does not support these steps: WaitForEvent (wait)." },
    });
  });
});

describe("batches", () => {
  it("what is asked for while one is under way goes together, and each gets its own answer", async () => {
    const work = vi.fn(async (items: number[]) => items.map((item) => item * 2));
    const ask = inBatches(work, 3);
    const first = ask(1);
    await vi.waitUntil(() => work.mock.calls.length === 1);
    expect(await Promise.all([first, ...[2, 3, 4, 5].map(ask)])).toEqual([2, 4, 6, 8, 10]);
    expect(work.mock.calls.map(([items]) => items)).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("one that cannot be done keeps no other from it", async () => {
    const ask = inBatches(async (items: number[]) => {
      if (items.includes(2)) throw new Error("not two");
      return items;
    });
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await ask(4)).toBe(4);
  });

  it("where the database is away nothing is tried alone", async () => {
    const work = vi.fn(async (_items: number[]): Promise<number[]> => {
      throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    });
    const ask = inBatches(work);
    const settled = await Promise.allSettled([1, 2, 3].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
