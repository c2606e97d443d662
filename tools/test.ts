import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { type RunnerResult, readPlaywright, readVitest, type StepResult, summary } from "./test-report";
import { newestNode, newestNodeDirectory } from "./testing/newest-node";

interface Step {
  name: string;
  /** Arguments of npm. */
  npm: string[];
  env?: Record<string, string | undefined>;
  read?: () => RunnerResult | undefined;
}

const { values } = parseArgs({ options: { full: { type: "boolean", default: false } } });
if (values.full) process.env.TEST_SCOPE = "full";

const reports = mkdtempSync(join(tmpdir(), "governance-test-"));

/** The steps of a stage run concurrently, because tests that wait for a database leave capacity for a build. */
const stages: Step[][] = [
  [{ name: "test tools", npm: ["run", "test:tools"] }],
  [{ name: "verify", npm: ["run", "verify"] }],
  [unitTests("unit and integration"), { name: "build", npm: ["run", "build"] }],
  [endToEndTests("end to end"), { name: "page sizes", npm: ["run", "check:bundle"] }],
  ...(values.full ? onNewestNode() : []),
];

function onNewestNode(): Step[][] {
  const env = { TEST_SCOPE: undefined, PATH: `${newestNodeDirectory}${delimiter}${process.env.PATH}` };
  const started = ["processes/start", "processes/graceful-stop", "clusters/webhook-deliveries"];
  const used = ["api/sign-in", "api/audit", "api/proofs", "dashboard/story"];
  const files = [...started, ...used].map((name) => `${name}.spec.ts`);
  return [
    [unitTests(`unit and integration, Node ${newestNode}`, env)],
    [endToEndTests(`end to end, Node ${newestNode}`, env, files)],
  ];
}

function unitTests(name: string, env: Step["env"] = {}): Step {
  const report = join(reports, `${name}.json`);
  return {
    name,
    npm: ["run", "test:unit", "--", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    env,
    read: () => readReport(report, readVitest),
  };
}

function endToEndTests(name: string, env: Step["env"] = {}, files: string[] = []): Step {
  const report = join(reports, `${name}.json`);
  return {
    name,
    npm: ["run", "test:e2e", "--", "--reporter=list,json", ...files],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    read: () => readReport(report, readPlaywright),
  };
}

const results: StepResult[] = [];
for (const stage of stages) {
  const reached = results.every(({ ok }) => ok);
  results.push(...(await Promise.all(stage.map((step) => (reached ? run(step) : { name: step.name })))));
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${summary(results)}`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

async function run(step: Step): Promise<StepResult> {
  console.log(`\n== ${step.name} started`);
  const startedAt = performance.now();
  const ok = await succeeds(step);
  const seconds = (performance.now() - startedAt) / 1000;
  const result = step.read?.();
  console.log(`\n== ${step.name} ${ok ? "finished" : "failed"} after ${seconds.toFixed(1)} s`);
  return { name: step.name, seconds, ok, ...(result && { result }) };
}

function succeeds({ npm, env }: Step): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["--silent", ...npm], { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0));
  });
}

/** Undefined when the runner ended before it wrote its report. */
function readReport<Report>(file: string, read: (report: Report) => RunnerResult): RunnerResult | undefined {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
}
