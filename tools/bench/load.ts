import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";

/** Requests per second and latencies under load. */
export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** One row of the results. */
export interface BenchmarkResult {
  name: string;
  measured: string;
  compared: string;
  value: number;
  goal: string;
  met: boolean;
}

/** @param goal A bound with its unit, such as `≥ 0.9` or `< 50 ms`. */
export function resultOf(name: string, goal: string, value: number, measured: string, compared = ""): BenchmarkResult {
  const [, relation, bound] = /^([≥≤<]) ([\d.]+)/.exec(goal) ?? [];
  if (bound === undefined) throw new Error(`Invalid goal: ${goal}`);
  const limit = Number(bound);
  const met = relation === "≥" ? value >= limit : value < limit || (relation === "≤" && value === limit);
  return { name, measured, compared, value, goal, met };
}

export interface Target {
  url: string;
  method?: "GET" | "POST" | "PUT";
  headers: Record<string, string>;
  body?: string;
  connections: number;
  /** Paths to request in turn, instead of the path of the URL. */
  paths?: string[];
}

/**
 * Loads a target for some seconds. Throws for any response except 2xx, because rejections are fast and prove nothing.
 */
export function load(target: Target, seconds: number): Promise<Load> {
  return loadWhile(target, () => setTimeout(seconds * 1000));
}

/** Loads a target during some work. Each connection sends its next request after the previous response. */
export async function loadWhile(target: Target, work: () => Promise<unknown>): Promise<Load> {
  const { origin, pathname, search } = new URL(target.url);
  const { method = "GET", headers, body = null, connections, paths = [pathname + search] } = target;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const timesMs: number[] = [];
  const startedAt = performance.now();
  let isOver = false;
  let sent = 0;
  const connection = async () => {
    while (!isOver) {
      const path = paths[sent++ % paths.length] ?? pathname;
      const begunAt = performance.now();
      const answer = await pool.request({ path, method, headers, body });
      const text = await answer.body.text();
      if (Math.floor(answer.statusCode / 100) !== 2)
        throw new Error(`${method} ${target.url} returned ${answer.statusCode} under load: ${text}`);
      timesMs.push(performance.now() - begunAt);
    }
  };
  try {
    const done = work().finally(() => {
      isOver = true;
    });
    await Promise.all([done, ...Array.from({ length: connections }, connection)]);
  } finally {
    isOver = true;
    await pool.destroy();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  timesMs.sort((a, b) => a - b);
  const quantile = (q: number) => timesMs[Math.floor(q * timesMs.length)] ?? Number.NaN;
  return { requestsPerSecond: timesMs.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

/** Runs measurements in turn, round after round, so that other work on the machine affects all of them; returns medians. */
export async function inTurn(rounds: number, measurements: (() => Promise<Load>)[]): Promise<Load[]> {
  const measured: Load[][] = measurements.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, measure] of measurements.entries()) measured[i]?.push(await measure());
  }
  return measured.map((loads) => ({
    requestsPerSecond: median(loads.map((one) => one.requestsPerSecond)),
    p50Ms: median(loads.map((one) => one.p50Ms)),
    p99Ms: median(loads.map((one) => one.p99Ms)),
  }));
}

/** Loads targets in turn after a warm-up. */
export async function sideBySide(targets: Target[], seconds: number, rounds: number): Promise<Load[]> {
  for (const target of targets) await load(target, Math.min(seconds, 3));
  const measurements = targets.map((target) => () => load(target, seconds));
  return inTurn(rounds, measurements);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The rate as a multiple of another rate, for example with and without other work. */
export function rateResult(name: string, goal: string, loaded: Load | undefined, plain: Load | undefined, than = "") {
  const [rate, other] = [loaded?.requestsPerSecond ?? Number.NaN, plain?.requestsPerSecond ?? Number.NaN];
  const [measured, compared] = [rate, other].map((each) => `${Math.round(each)} requests/s`);
  return resultOf(name, goal, round2(rate / other), measured ?? "", `${compared}${than}`);
}

/** The time with a large amount of data as a multiple of the time with a small amount. */
export function growthResult(name: string, manyMs: number, fewMs: number, few: number): BenchmarkResult {
  return resultOf(name, "≤ 2", round2(manyMs / fewMs), `${round2(manyMs)} ms`, `${round2(fewMs)} ms at ${few}`);
}

/** The mean duration of a request with one connection: one over the rate. */
export function meanMs(measured: Load | undefined): number {
  return 1000 / (measured?.requestsPerSecond ?? Number.NaN);
}

/** The mean duration of a GET request with one connection, after a warm-up. */
export async function timeOf(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const target = { url, headers, connections: 1 };
  await load(target, 2);
  return meanMs(await load(target, seconds));
}
