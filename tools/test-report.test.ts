import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readPlaywright, readVitest, summary } from "./test-report";

test("a test file that does not load counts as a failure", () => {
  const times = { name: resolve("lib/a.test.ts"), startTime: 1_000, endTime: 3_500 };
  const passed = { status: "passed", fullName: "adds" };
  const red = "\u001b[31mError: expected 1 to be 2\u001b[39m\n    at lib/a.test.ts:1:1";
  const { count, files, failures } = readVitest({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { ...times, status: "passed", assertionResults: Array(3).fill(passed) },
      {
        ...times,
        status: "failed",
        assertionResults: [{ status: "failed", fullName: "adds", failureMessages: [red] }],
      },
      { ...times, status: "failed", message: "SyntaxError: x", assertionResults: [] },
    ],
  });
  expect(count).toEqual({ passed: 3, failed: 2 });
  expect(files[0]).toEqual({ file: "lib/a.test.ts", seconds: 2.5 });
  expect(failures).toEqual([
    "lib/a.test.ts: does not load\n    SyntaxError: x",
    "lib/a.test.ts: adds\n    Error: expected 1 to be 2",
  ]);
});

test("a flaky test counts as failed", () => {
  const { count } = readPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1 }, suites: [] });
  expect(count).toEqual({ passed: 4, failed: 2 });
});

test("the time of a browser test file adds up the tests in all its groups", () => {
  const spec = (duration: number, error?: { message: string }) => ({
    title: "lists",
    tests: [{ status: error ? "unexpected" : "expected", results: [{ duration, ...(error && { error }) }] }],
  });
  const late = spec(1_000, { message: "Error: too late\nafter 5 s" });
  const { files, failures } = readPlaywright({
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    suites: [{ file: "api/a.spec.ts", specs: [spec(500)], suites: [{ file: "api/a.spec.ts", specs: [late] }] }],
  });
  expect(failures).toEqual(["e2e/api/a.spec.ts: lists\n    Error: too late"]);
  expect(files).toEqual([{ file: "e2e/api/a.spec.ts", seconds: 1.5 }]);
});

test("the summary lists the ten slowest files and ends with the number of passed and failed tests", () => {
  const files = Array.from({ length: 12 }, (_, seconds) => ({ file: `${seconds}.test.ts`, seconds }));
  const text = summary([
    { name: "unit", seconds: 2.04, ok: true, result: { count: { passed: 10, failed: 0 }, files, failures: [] } },
    { name: "build", seconds: 9, ok: true },
    {
      name: "end to end",
      seconds: 12,
      ok: false,
      result: { count: { passed: 5, failed: 2 }, files: [], failures: ["a.test.ts: adds"] },
    },
  ]);
  expect(text).toContain("Failed tests:\na.test.ts: adds\n");
  expect(text).toContain("unit           2.0 s  ok (10 passed, 0 failed)");
  expect(text.match(/\d+\.test\.ts/g)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((seconds) => `${seconds}.test.ts`));
  expect(text.split("\n").at(-1)).toBe("15 passed, 2 failed");
});

test("a step that fails without a failing test counts as one failure", () => {
  const text = summary([{ name: "verify", seconds: 1, ok: false }, { name: "unit" }]);
  expect(text).toMatch(/unit +- +not run/);
  expect(text.split("\n").at(-1)).toBe("0 passed, 1 failed");
});
