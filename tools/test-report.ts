import { relative } from "node:path";

/** How many tests a runner counted. */
export interface Count {
  passed: number;
  failed: number;
}

/** How long the tests of one file took together. Files that run at the same time overlap. */
export interface FileTime {
  file: string;
  seconds: number;
}

/** The result of one runner's report. */
export interface RunnerResult {
  count: Count;
  files: FileTime[];
  /** The failed tests, each with its file and the first line of its error. */
  failures: string[];
}

export interface StepResult {
  name: string;
  /** Undefined for a step that was not reached. */
  seconds?: number;
  ok?: boolean;
  result?: RunnerResult;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

/** A test file that cannot be loaded contains no failed tests, so it counts as one failure. */
export function readVitest(report: VitestReport): RunnerResult {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    count: { passed: report.numPassedTests, failed: report.numFailedTests + broken.length },
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: [
      ...broken.map(({ name, message }) => failure(relative(process.cwd(), name), "does not load", message)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ fullName, failureMessages }) =>
            failure(relative(process.cwd(), name), fullName, failureMessages?.[0]),
          ),
      ),
    ],
  };
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const messageMax = 400;

/** Two lines, without terminal colours. */
function failure(file: string, test: string, message = ""): string {
  const [first = ""] = message.replace(escapes, "").trim().split("\n");
  return `${file}: ${test}\n    ${first.slice(0, messageMax)}`;
}

interface PlaywrightSuite {
  file: string;
  specs?: {
    title: string;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

/** `npm test` runs without retries. A test that passed only when it was repeated by hand counts as failed too. */
export function readPlaywright({ stats, suites }: PlaywrightReport): RunnerResult {
  return {
    count: { passed: stats.expected, failed: stats.unexpected + stats.flaky },
    files: suites.map((suite) => ({ file: `e2e/${suite.file}`, seconds: milliseconds(suite) / 1000 })),
    failures: suites.flatMap(failuresOf),
  };
}

function failuresOf({ file, specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => failure(`e2e/${file}`, title, results.find(({ error }) => error)?.error?.message)),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

function milliseconds({ specs = [], suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results);
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + milliseconds(suite), own);
}

/**
 * A table of the steps with their times, the ten slowest test files, the failed tests and, as its last line, `N passed,
 * N failed`.
 */
export function summary(results: StepResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map((result) => `${result.name.padEnd(width)}  ${time(result.seconds)}  ${outcome(result)}`);
  const { passed, failed } = total(results);
  return [...rows, ...slowest(results), ...failedTests(results), "", `${passed} passed, ${failed} failed`].join("\n");
}

function slowest(results: StepResult[]): string[] {
  const files = results.flatMap(({ result }) => result?.files ?? []);
  const rows = files
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ file, seconds }) => `${time(seconds)}  ${file}`);
  return rows.length === 0 ? [] : ["", "Slowest test files:", ...rows];
}

function failedTests(results: StepResult[]): string[] {
  const failures = results.flatMap(({ result }) => result?.failures ?? []);
  return failures.length === 0 ? [] : ["", "Failed tests:", ...failures];
}

/** A step that failed without a failing test, such as a type error or a broken build, counts as one failure. */
function total(results: StepResult[]): Count {
  const counted = results.map(({ ok, result }) => ({
    passed: result?.count.passed ?? 0,
    failed: ok === false ? Math.max(1, result?.count.failed ?? 0) : (result?.count.failed ?? 0),
  }));
  return {
    passed: counted.reduce((sum, { passed }) => sum + passed, 0),
    failed: counted.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function time(seconds: number | undefined): string {
  return (seconds === undefined ? "-" : `${seconds.toFixed(1)} s`).padStart(8);
}

function outcome({ ok, result }: StepResult): string {
  if (ok === undefined) return "not run";
  const tests = result ? ` (${result.count.passed} passed, ${result.count.failed} failed)` : "";
  return `${ok ? "ok" : "failed"}${tests}`;
}
