import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ImportTally, ReadingBudget } from "@/lib/domains/shadow-ai/imports/import-tally";
import type { ReadBatch } from "@/lib/domains/shadow-ai/ingest";
import { hashesKeptFrom, timeliness } from "@/lib/domains/shadow-ai/uses/traffic-retention";
import { propertyRuns } from "@/lib/platform/core/testing";

describe("the report of rejected lines", () => {
  test("is limited in size, and counts the lines of each reason", () => {
    const rejections = fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 80 })), {
      maxLength: 2_000,
    });
    fc.assert(
      fc.property(rejections, (all) => {
        const tally = new ImportTally(false);
        for (const [line, reason] of all) tally.reject("log", line, `reason ${reason}`);
        const errors = tally.errors();
        expect(tally.rejected).toBe(all.length);
        expect(errors.length).toBeLessThanOrEqual(500);
        expect(errors.map(({ line }) => line)).toEqual(errors.map(({ line }) => line).sort((a, b) => a - b));
        const reported = errors.reduce(
          (sum, { message }) => sum + 1 + Number(/\((\d+) more/.exec(message)?.[1] ?? 0),
          0,
        );
        if (new Set(all.map(([, reason]) => reason)).size <= 50) expect(reported).toBe(all.length);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  test("contains the file name if there are several files", () => {
    const tally = new ImportTally(true);
    tally.reject("a.log", 3, "The line is too long.");
    tally.reject("b.log", 3, "The line is too long.");
    expect(tally.errors().map(({ message }) => message)).toEqual([
      "a.log: The line is too long.",
      "b.log: The line is too long.",
    ]);
  });
});

describe("the maximum record age", () => {
  const nowMs = Date.parse("2026-11-20T12:00:00.000Z");
  const hour = 3_600_000;
  const rows: [ageMs: number, backfill: boolean, taken: boolean][] = [
    [0, false, true],
    [72 * hour, false, true],
    [72 * hour + 1, false, false],
    [72 * hour + 1, true, true],
    [400 * 24 * hour, true, true],
    [400 * 24 * hour + 1, true, false],
    [-5 * 60_000, false, true],
    [-5 * 60_000 - 1, false, false],
    [-5 * 60_000 - 1, true, false],
  ];
  test.each(rows)("of %i ms, with backfill %s: accepted %s", (ageMs, backfill, taken) => {
    const refusalOf = timeliness({ nowMs, maxLatenessHours: 72, backfill });
    expect(refusalOf(nowMs - ageMs) === null).toBe(taken);
  });

  test("is shorter than the retention of hashes", () => {
    const keptDays = (backfill: boolean) => (hashesKeptFrom(nowMs, backfill).getTime() - nowMs) / (24 * hour) + 35;
    expect(keptDays(false)).toBeGreaterThan(31);
    expect(keptDays(true)).toBe(400);
  });
});

function batch(linesRead: number, bad: number, records: number, cpuMs: number): ReadBatch {
  return {
    ...{ file: "log", format: "otel", bytesRead: 0, linesRead, skipped: {}, cpuMs },
    records: Array<ReadBatch["records"][number]>(records),
    bad: Array.from({ length: bad }, (_, i) => ({ line: i + 7, message: "The line is bad." })),
  };
}

type Limits = ConstructorParameters<typeof ReadingBudget>[0];

test.each<[string, Limits, ReadBatch[], number, string]>([
  ["records of few lines", { records: 10 }, [batch(1, 0, 6, 0), batch(1, 0, 5, 0)], 0, "10 records"],
  ["parsing", { cpuMs: 100 }, [batch(1, 0, 0, 60), batch(1, 0, 0, 41)], 0, "0.1 s"],
  ["parsing and recognising", { cpuMs: 100 }, [batch(1, 0, 0, 30), batch(1, 0, 0, 30)], 21, "0.1 s"],
  ["half of the lines", { badLines: 5 }, [batch(10, 5, 0, 0)], 0, "5 of the first 10 lines cannot be parsed"],
  ["many bad lines", { badLines: 5 }, [batch(10_000, 25, 0, 0)], 0, "Line 7: The line is bad."],
])("rejects a log that exceeds a limit: %s", (_, limits, batches, recordsMs, message) => {
  const budget = new ReadingBudget(limits);
  const last = batches.at(-1) ?? batch(0, 0, 0, 0);
  for (const given of batches.slice(0, -1)) budget.spend(given, recordsMs);
  expect(() => budget.spend(last, recordsMs)).toThrow(message);
});

test("accepts values within the limits, and everything without limits", () => {
  const limited = new ReadingBudget({ badLines: 5, records: 10, cpuMs: 100 });
  limited.spend(batch(10, 4, 10, 50), 50);
  limited.spend(batch(1_000, 20, 0, 0), 0);
  new ReadingBudget().spend(batch(100_000, 100_000, 1e5, 1e9), 1e9);
});
