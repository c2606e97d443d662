import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkpointCostScenario, proofScenario, verificationScenario } from "./chain-scenarios";
import { alertScenario, deliveryScenario, streamScenario, webhookAppendScenario } from "./follower-scenarios";
import type { BenchmarkResult } from "./load";
import {
  appendScenario,
  batchScenario,
  detectionListScenario,
  filteredListScenario,
  overviewScenario,
  readScenario,
} from "./request-scenarios";
import type { Scenario } from "./scenario";
import { prepareSubject, writeResults } from "./subject";
import { evidenceScenario, generatingAppendScenario, importScenario } from "./worker-scenarios";

const scenarios = new Map<string, Scenario>([
  ["append", appendScenario],
  ["read", readScenario],
  ["batch", batchScenario],
  ["webhooks", webhookAppendScenario],
  ["deliveries", deliveryScenario],
  ["alerts", alertScenario],
  ["streams", streamScenario],
  ["lists", filteredListScenario],
  ["verification", verificationScenario],
  ["checkpoints", checkpointCostScenario],
  ["proofs", proofScenario],
  ["evidence", evidenceScenario],
  ["generating", generatingAppendScenario],
  ["shadow-ai-import", importScenario],
  ["shadow-ai-lists", detectionListScenario],
  ["overview", overviewScenario],
]);

/**
 * `npm run bench`: compares the built application with two handlers of the same build that only parse and return JSON,
 * in turn, in one run. Prints a table and writes the results as JSON. Exits with 1 if a goal is missed.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    events: { type: "string", default: "1000000" },
    "data-dir": { type: "string", default: ".data/bench" },
    only: { type: "string", default: [...scenarios.keys()].join(",") },
  },
});
const options = { seconds: Number(values.seconds), rounds: Number(values.rounds), events: Number(values.events) };
const chosen = values.only.split(",").map((name) => {
  const scenario = scenarios.get(name);
  if (!scenario) throw new Error(`--only: ${name} is not one of ${[...scenarios.keys()].join(", ")}`);
  return scenario;
});
const resultsDir = resolve(values["data-dir"]);
const onStep = (step: string) => console.log(step);
const subject = await prepareSubject(resultsDir, onStep);
const results: BenchmarkResult[] = [];
try {
  for (const scenario of chosen) {
    results.push(...(await scenario({ subject, ...options, onStep })));
    await subject.settle();
  }
} finally {
  // Also if a later scenario fails.
  console.table(results.map((one) => ({ ...one, met: one.met ? "yes" : "NO" })));
  await subject.stop();
}
console.log(`\n${await writeResults(resultsDir, "results.json", { options, results })}`);
process.exitCode = results.every(({ met }) => met) ? 0 : 1;
