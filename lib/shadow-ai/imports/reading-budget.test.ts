import { expect, test } from "vitest";
import { ReadingBudget } from "@/lib/shadow-ai/imports/import-tally";
import type { ReadBatch } from "@/lib/shadow-ai/ingest";

function batch(given: { lines?: number; bad?: number; records?: number; cpuMs?: number }): ReadBatch {
  const { lines = 0, bad = 0, records = 0, cpuMs = 0 } = given;
  return {
    ...{ file: "log", format: "otel", bytesRead: 0, linesRead: lines, cpuMs },
    records: Array<ReadBatch["records"][number]>(records),
    bad: Array.from({ length: bad }, (_, i) => ({ line: i + 7, message: "The line is bad." })),
  };
}

test.each<[string, ConstructorParameters<typeof ReadingBudget>[0], Parameters<typeof batch>[0][], number, string]>([
  [
    "records of few lines",
    { records: 10 },
    [
      { lines: 1, records: 6 },
      { lines: 1, records: 5 },
    ],
    0,
    "10 records",
  ],
  [
    "parsing",
    { cpuMs: 100 },
    [
      { lines: 1, cpuMs: 60 },
      { lines: 1, cpuMs: 41 },
    ],
    0,
    "0.1 s",
  ],
  [
    "parsing and recognising",
    { cpuMs: 100 },
    [
      { lines: 1, cpuMs: 30 },
      { lines: 1, cpuMs: 30 },
    ],
    21,
    "0.1 s",
  ],
  ["half of the lines", { badLines: 5 }, [{ lines: 10, bad: 5 }], 0, "5 of the first 10 lines cannot be read"],
  ["many bad lines", { badLines: 5 }, [{ lines: 10_000, bad: 25 }], 0, "Line 7: The line is bad."],
])("a log that has too much of one thing is refused: %s", (_, limits, batches, recordsMs, message) => {
  const budget = new ReadingBudget(limits);
  const last = batches.at(-1);
  for (const given of batches.slice(0, -1)) budget.spend(batch(given), recordsMs);
  expect(() => budget.spend(batch(last ?? {}), recordsMs)).toThrow(message);
});

test("what stays within the limits is not, and without limits nothing is", () => {
  const limited = new ReadingBudget({ badLines: 5, records: 10, cpuMs: 100 });
  limited.spend(batch({ lines: 10, bad: 4, records: 10, cpuMs: 50 }), 50);
  limited.spend(batch({ lines: 1_000, bad: 20 }), 0);
  new ReadingBudget().spend(batch({ lines: 100_000, bad: 100_000, records: 1e5, cpuMs: 1e9 }), 1e9);
});
