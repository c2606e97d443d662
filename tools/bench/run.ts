import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { alertScenario } from "./alert-scenarios";
import { evidenceScenario, generatingAppendScenario } from "./evidence-scenarios";
import type { Figure } from "./load";
import { overviewScenario } from "./overview-scenarios";
import { checkpointCostScenario, proofScenario } from "./proof-scenarios";
import { appendScenario, batchScenario, filteredListScenario, readScenarios } from "./scenarios";
import { detectionListScenario, importScenario } from "./shadow-ai-scenarios";
import { streamScenario } from "./stream-scenarios";
import { prepareSubject } from "./subject";
import { verificationScenario } from "./verification-scenarios";
import { deliveryScenario, listenedAppendScenario } from "./webhook-scenarios";

/**
 * `npm run bench`: measures the built application against a handler of the same build that only parses and answers JSON,
 * alternating, in one run. Prints a table and writes the figures as JSON. Exit code 1 when a goal is missed.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "6" },
      rounds: { type: "string", default: "3" },
      events: { type: "string", default: "1000000" },
      "data-dir": { type: "string", default: ".data/bench" },
      only: { type: "string" },
    },
  });
  const dataDir = resolve(values["data-dir"]);
  await mkdir(dataDir, { recursive: true });
  const options = { seconds: Number(values.seconds), rounds: Number(values.rounds), events: Number(values.events) };
  const subject = await prepareSubject(dataDir, (step) => console.log(step));
  const figures: Figure[] = [];
  try {
    for (const scenario of chosen(values.only)) {
      figures.push(...(await scenario(subject, options, (step) => console.log(step))));
    }
  } finally {
    await subject.stop();
  }
  report(figures);
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const path = join(dataDir, "figures.json");
  await writeFile(path, `${JSON.stringify({ date: new Date().toISOString(), machine, options, figures }, null, 2)}\n`);
  console.log(`\n${machine}. Figures: ${path}`);
  return figures.every((figure) => figure.met) ? 0 : 1;
}

const scenarios = {
  append: appendScenario,
  read: readScenarios,
  batch: batchScenario,
  listened: listenedAppendScenario,
  deliveries: deliveryScenario,
  alerts: alertScenario,
  streams: streamScenario,
  lists: filteredListScenario,
  verification: verificationScenario,
  checkpoints: checkpointCostScenario,
  proofs: proofScenario,
  evidence: evidenceScenario,
  generating: generatingAppendScenario,
  "shadow-ai-import": importScenario,
  "shadow-ai-lists": detectionListScenario,
  overview: overviewScenario,
};

/** All scenarios, or those that `--only append,deliveries` names. */
function chosen(only: string | undefined) {
  const names = only?.split(",") ?? Object.keys(scenarios);
  return names.map((name) => {
    const scenario = scenarios[name as keyof typeof scenarios];
    if (!scenario) throw new Error(`--only: there is no ${name}, but ${Object.keys(scenarios).join(", ")}`);
    return scenario;
  });
}

function report(figures: Figure[]): void {
  console.log("");
  console.table(
    figures.map(({ name, measured, compared, value, goal, met }) => ({
      name,
      measured,
      compared,
      value,
      goal,
      met: met ? "yes" : "NO",
    })),
  );
}

process.exitCode = await main();
