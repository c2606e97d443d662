/** How many tests a runner counted. */
export interface Count {
  passed: number;
  failed: number;
  /** Those of the passed that failed at first: each is a fault of its test or of the product, and is named in the log. */
  unsteady?: number;
}

export interface StepResult {
  name: string;
  /** Undefined for a step that was not reached. */
  seconds?: number;
  ok?: boolean;
  count?: Count;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** A test file that did not load has no tests to fail; it counts as one failure. */
export function countVitest(report: VitestReport): Count {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

export function countPlaywright({ stats }: PlaywrightReport): Count {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, unsteady: stats.flaky };
}

/** A table of the steps with their times, and last the line `N passed, N failed` over all tests. */
export function summary(results: StepResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map((result) => `${result.name.padEnd(width)}  ${time(result)}  ${outcome(result)}`);
  const { passed, failed } = total(results);
  return [...rows, "", `${passed} passed, ${failed} failed`].join("\n");
}

/** A step that failed without a failing test (a type error, a build that broke) counts as one failure. */
function total(results: StepResult[]): Count {
  const counted = results.map(({ ok, count = { passed: 0, failed: 0 } }) => ({
    passed: count.passed,
    failed: ok === false ? Math.max(1, count.failed) : count.failed,
  }));
  return {
    passed: counted.reduce((sum, { passed }) => sum + passed, 0),
    failed: counted.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function time({ seconds }: StepResult): string {
  return (seconds === undefined ? "-" : `${seconds.toFixed(1)} s`).padStart(8);
}

function outcome({ ok, count }: StepResult): string {
  if (ok === undefined) return "not run";
  const unsteady = count?.unsteady ? `, ${count.unsteady} of them at the second try` : "";
  const tests = count ? ` (${count.passed} passed${unsteady}, ${count.failed} failed)` : "";
  return `${ok ? "ok" : "failed"}${tests}`;
}
