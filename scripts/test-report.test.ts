import { expect, test } from "vitest";
import { countPlaywright, countVitest, summary } from "./test-report";

test("a test file that does not load counts as a failure", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: "passed", assertionResults: [{}, {}, {}] },
      { status: "failed", assertionResults: [{}] },
      { status: "failed", assertionResults: [] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 });
});

test("a test that passed at its second try counts as passed, and is told apart", () => {
  const count = countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1 } });
  expect(count).toEqual({ passed: 5, failed: 1, unsteady: 1 });
  const text = summary([{ name: "end to end", seconds: 12, ok: false, count }]);
  expect(text).toContain("(5 passed, 1 of them at the second try, 1 failed)");
});

test("the last line adds up the tests of all steps", () => {
  const text = summary([
    { name: "unit", seconds: 2.04, ok: true, count: { passed: 10, failed: 0 } },
    { name: "build", seconds: 9, ok: true },
    { name: "end to end", seconds: 12, ok: false, count: { passed: 5, failed: 2 } },
  ]);
  expect(text.split("\n").at(-1)).toBe("15 passed, 2 failed");
  expect(text).toContain("unit           2.0 s  ok (10 passed, 0 failed)");
});

test("a step that fails without a failing test does not leave the last line green", () => {
  const text = summary([{ name: "verify", seconds: 1, ok: false }, { name: "unit" }]);
  expect(text).toMatch(/unit +- +not run/);
  expect(text.split("\n").at(-1)).toBe("0 passed, 1 failed");
});
