import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import {
  type BenchmarkResult,
  growthResult,
  type Load,
  load,
  meanMs,
  median,
  rateResult,
  resultOf,
  round2,
  sideBySide,
  timeOf,
} from "./load";
import { appendMany, batchOf, batchSize, createDetections, fillTenant } from "./rows";
import { appendTarget, type Scenario } from "./scenario";
import type { Tenant } from "./subject";

/**
 * The baselines: two handlers that only parse and return JSON. Next.js serves one, and the HTTP server serves the
 * other directly.
 */
const baselines = ["/api/benchmark", "/api/benchmark/direct"] as const;

/** Compares `POST /v1/audit` of one organisation with both baselines and a naive service, with the same body. */
export const appendScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  onStep("POST /v1/audit …");
  const target = appendTarget(subject, await subject.organisation());
  const naive = fork(join(import.meta.dirname, "naive-service.ts"), [subject.ownerUrl], {
    execArgv: ["--import", "tsx"],
  });
  const [port] = (await once(naive, "message")) as [number];
  const urls = [...[...baselines, "/v1/audit"].map((path) => subject.url + path), `http://127.0.0.1:${port}`];
  const targets = urls.map((url) => ({ ...target, url }));
  const measured = await sideBySide(targets, seconds, rounds).finally(() => naive.kill());
  const [next, direct, audit, other] = measured;
  const [p99, plain] = [audit?.p99Ms ?? Number.NaN, next?.p99Ms ?? Number.NaN];
  return [
    ...baselineResults("POST /v1/audit", audit, [next, direct], [2.5, 0.35]),
    rateResult("POST /v1/audit, rate compared with a naive service", "≥ 2.5", audit, other),
    resultOf(
      "POST /v1/audit, p99 compared with Next.js",
      "≤ 2.5",
      round2(p99 / plain),
      `${round2(p99)} ms`,
      `${round2(plain)} ms`,
    ),
  ];
};

/** Compares a list of 25 events and a single event with both baselines, with the same response. */
export const readScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  onStep("GET /v1/audit and GET /v1/audit/:id …");
  const tenant = await subject.organisation();
  const { client, headers } = tenant;
  await appendMany(tenant, 500);
  const { data } = await client.audit.list({ limit: 100 });
  const events = data.map(({ id }) => `/v1/audit/${id}`);
  const results: BenchmarkResult[] = [];
  for (const [name, paths, goals] of [
    ["GET /v1/audit?limit=25", ["/v1/audit?limit=25"], [1.5, 0.2]],
    ["GET /v1/audit/:id", events, [4, 0.4]],
  ] as const) {
    const [path = ""] = paths;
    const response = await fetch(subject.url + path, { headers });
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    const body = await response.text();
    for (const baseline of baselines) await fetch(subject.url + baseline, { method: "PUT", body });
    const targets = [...baselines.map((baseline) => [baseline]), paths].map((each) => ({
      url: subject.url,
      paths: [...each],
      headers,
      connections: 32,
    }));
    const [next, direct, read] = await sideBySide(targets, seconds, rounds);
    results.push(...baselineResults(name, read, [next, direct], goals));
  }
  return results;
};

function baselineResults(
  name: string,
  measured: Load | undefined,
  [next, direct]: readonly (Load | undefined)[],
  [nextGoal, directGoal]: readonly [number, number],
): BenchmarkResult[] {
  return [
    rateResult(`${name}, rate compared with the empty handler served by Next.js`, `≥ ${nextGoal}`, measured, next),
    rateResult(`${name}, rate compared with the empty handler served directly`, `≥ ${directGoal}`, measured, direct),
  ];
}

/** Measures `POST /v1/audit/batch`: events per second, and the memory of the process before and after. */
export const batchScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  onStep("POST /v1/audit/batch …");
  const tenant = await subject.organisation();
  const url = `${subject.url}/v1/audit/batch`;
  const target = { ...appendTarget(subject, tenant), url, body: JSON.stringify(batchOf(tenant)), connections: 4 };
  await load(target, 3);
  const rates: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds + 1; round++) {
    rates.push((await load(target, seconds)).requestsPerSecond * batchSize);
    memory.push(await subject.memoryMb());
  }
  const rate = Math.round(median(rates));
  const [before = 0, after = 0] = [memory[0], memory.at(-1)];
  const earlier = `${before} MiB after the first round`;
  return [
    resultOf("POST /v1/audit/batch of 500", "≥ 40000 events/s", rate, `${rate} events/s`),
    resultOf("memory during batches", "≤ 1.25", round2(after / before), `${after} MiB`, earlier),
  ];
};

/** Measures the first page of one model's events in a chain of a thousand events and in a long chain. */
export const filteredListScenario: Scenario = async ({ subject, rounds, events, onStep }) => {
  const [short, long] = [await subject.organisation(), await subject.organisation()];
  await appendMany(short, 1_000);
  await appendMany(long, events, onStep);
  const results: BenchmarkResult[] = [];
  for (const [name, query] of [
    ["modelId filter", (tenant: Tenant) => `modelId=${tenant.modelIds[3]}`],
    ["no filter", () => ""],
  ] as const) {
    const targets = [short, long].map((tenant) => ({
      url: `${subject.url}/v1/audit?${query(tenant)}`,
      headers: tenant.headers,
      connections: 1,
    }));
    const [few, many] = await sideBySide(targets, 3, rounds);
    const title = `GET /v1/audit, first page, ${name}, ${events} events`;
    results.push(growthResult(title, meanMs(many), meanMs(few), 1_000));
  }
  return results;
};

const few = 100;
const many = 100_000;

/** Compares the first page of the list and the statistics with 100,000 detections and with 100. */
export const detectionListScenario: Scenario = async ({ subject, seconds, onStep }) => {
  onStep(`Creating ${few} and ${many} detections …`);
  const [small, large] = [await subject.organisation(), await subject.organisation()];
  await createDetections(small, few);
  await createDetections(large, many);
  onStep("GET /v1/shadow-ai/detections …");
  const results: BenchmarkResult[] = [];
  for (const query of ["limit=25", "limit=25&status=OPEN", "limit=25&severity=HIGH"]) {
    const path = `/v1/shadow-ai/detections?${query}`;
    const fewMs = await timeOf(subject.url + path, small.headers, seconds);
    const manyMs = await timeOf(subject.url + path, large.headers, seconds);
    results.push(growthResult(`GET ${path}, ${many} detections`, manyMs, fewMs, few));
  }
  const stats = round2(await timeOf(`${subject.url}/v1/shadow-ai/stats`, large.headers, seconds));
  return [...results, resultOf(`GET /v1/shadow-ai/stats, ${many} detections`, "< 50", stats, `${stats} ms`)];
};

/** Number of computations of the overview, each as if its half-minute cache had expired. */
const refreshes = 20;

/**
 * Compares `GET /v1/overview` and `GET /v1/activity` of an organisation with 100,000 detections, a million events and a
 * million deliveries with one that has 100 of each: from the cache, and computed again.
 */
export const overviewScenario: Scenario = async ({ subject, seconds, events, onStep }) => {
  const [small, large] = [await subject.organisation(), await subject.organisation()];
  await fillTenant(small, { detections: few, deliveries: few, events: few }, onStep);
  await fillTenant(large, { detections: many, deliveries: 1_000_000, events }, onStep);
  const what = `${many} detections, ${events} events`;
  const results: BenchmarkResult[] = [];
  for (const path of ["/v1/overview", "/v1/activity"]) {
    onStep(`GET ${path} …`);
    const fewMs = await timeOf(subject.url + path, small.headers, seconds);
    const manyMs = await timeOf(subject.url + path, large.headers, seconds);
    results.push(growthResult(`GET ${path}, ${what}`, manyMs, fewMs, few));
  }
  const { readOverview } = await import("@/lib/domains/overview");
  const { readActivity } = await import("@/lib/domains/activity");
  for (const [name, read, goal] of [
    ["the overview, not cached", readOverview, "< 100"],
    ["activity, not cached", readActivity, "< 5"],
  ] as const) {
    onStep(`${name} …`);
    const [fewMs, manyMs] = [round2(await refreshTime(small, read)), round2(await refreshTime(large, read))];
    results.push(resultOf(`${name}, ${what}`, goal, manyMs, `${manyMs} ms`, `${fewMs} ms at ${few}`));
  }
  return results;
};

/** Calls the operation in this process, with a clock that expires the cache each time. */
async function refreshTime({ ctx }: Tenant, read: (ctx: Tenant["ctx"]) => Promise<unknown>): Promise<number> {
  const startedAtMs = Date.now();
  const readAt = (round: number) => read({ ...ctx, clock: { now: () => startedAtMs + round * 31_000 } });
  await readAt(0);
  const startedAt = performance.now();
  for (let round = 1; round <= refreshes; round++) await readAt(round);
  return (performance.now() - startedAt) / refreshes;
}
