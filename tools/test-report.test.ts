import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readPlaywright, readVitest, summary } from "./test-report";

test("a test file that does not load counts as a failure", () => {
  const times = { name: resolve("lib/a.test.ts"), startTime: 1_000, endTime: 3_500 };
  const { count, files } = readVitest({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { ...times, status: "passed", assertionResults: [{}, {}, {}] },
      { ...times, status: "failed", assertionResults: [{}] },
      { ...times, status: "failed", assertionResults: [] },
    ],
  });
  expect(count).toEqual({ passed: 3, failed: 2 });
  expect(files[0]).toEqual({ file: "lib/a.test.ts", seconds: 2.5 });
});

test("a flaky test counts as failed", () => {
  const { count } = readPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1 }, suites: [] });
  expect(count).toEqual({ passed: 4, failed: 2 });
});

test("the time of a browser test file adds up the tests in all its groups", () => {
  const spec = (duration: number) => ({ tests: [{ results: [{ duration }] }] });
  const { files } = readPlaywright({
    stats: { expected: 2, unexpected: 0, flaky: 0 },
    suites: [{ file: "api/a.spec.ts", specs: [spec(500)], suites: [{ file: "api/a.spec.ts", specs: [spec(1_000)] }] }],
  });
  expect(files).toEqual([{ file: "e2e/api/a.spec.ts", seconds: 1.5 }]);
});

test("the summary lists the ten slowest files and ends with the number of passed and failed tests", () => {
  const files = Array.from({ length: 12 }, (_, seconds) => ({ file: `${seconds}.test.ts`, seconds }));
  const text = summary([
    { name: "unit", seconds: 2.04, ok: true, result: { count: { passed: 10, failed: 0 }, files } },
    { name: "build", seconds: 9, ok: true },
    { name: "end to end", seconds: 12, ok: false, result: { count: { passed: 5, failed: 2 }, files: [] } },
  ]);
  expect(text).toContain("unit           2.0 s  ok (10 passed, 0 failed)");
  expect(text.match(/\d+\.test\.ts/g)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((seconds) => `${seconds}.test.ts`));
  expect(text.split("\n").at(-1)).toBe("15 passed, 2 failed");
});

test("a step that fails without a failing test counts as one failure", () => {
  const text = summary([{ name: "verify", seconds: 1, ok: false }, { name: "unit" }]);
  expect(text).toMatch(/unit +- +not run/);
  expect(text.split("\n").at(-1)).toBe("0 passed, 1 failed");
});
