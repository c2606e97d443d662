import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";

/** Requests a second and latencies of one or several rounds of load. */
export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** One line of the table: what was measured, beside what, and whether the goal was met. */
export interface Figure {
  name: string;
  measured: string;
  compared: string;
  value: number;
  goal: string;
  met: boolean;
}

export interface Target {
  url: string;
  method?: "GET" | "POST" | "PUT";
  headers: Record<string, string>;
  body?: string;
  connections: number;
  /** Paths to ask for in turn, in place of the URL's own. */
  requests?: { path: string }[];
}

/** Loads a target for some seconds. Throws when anything but 2xx was answered: a refusal is quick and proves nothing. */
export function load(target: Target, seconds: number): Promise<Load> {
  return loadWhile(target, () => setTimeout(seconds * 1000));
}

/** Loads a target for as long as some work takes: each connection sends its next request once the last was answered. */
export async function loadWhile(target: Target, work: () => Promise<unknown>): Promise<Load> {
  const { origin, pathname, search } = new URL(target.url);
  const paths = target.requests?.map(({ path }) => path) ?? [pathname + search];
  const pool = new Pool(origin, { connections: target.connections, pipelining: 1 });
  const timesMs: number[] = [];
  const startedAt = performance.now();
  let isOver = false;
  let sent = 0;
  const connection = async () => {
    while (!isOver) {
      const path = paths[sent++ % paths.length] ?? pathname;
      const begunAt = performance.now();
      const { method = "GET", headers, body = null } = target;
      const answer = await pool.request({ path, method, headers, body });
      const text = await answer.body.text();
      if (Math.floor(answer.statusCode / 100) !== 2)
        throw new Error(`${method} ${target.url} answered ${answer.statusCode} under load: ${text}`);
      timesMs.push(performance.now() - begunAt);
    }
  };
  try {
    const done = work().finally(() => {
      isOver = true;
    });
    await Promise.all([done, ...Array.from({ length: target.connections }, connection)]);
  } finally {
    isOver = true;
    await pool.destroy();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  timesMs.sort((a, b) => a - b);
  const quantile = (q: number) => timesMs[Math.floor(q * timesMs.length)] ?? Number.NaN;
  return { requestsPerSecond: timesMs.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

/** Loads targets in turn, round after round, so that whatever else the machine does meets all of them; gives medians. */
export async function sideBySide(targets: Target[], seconds: number, rounds: number): Promise<Load[]> {
  for (const target of targets) await load(target, Math.min(seconds, 3));
  const measured: Load[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, target] of targets.entries()) measured[i]?.push(await load(target, seconds));
  }
  return measured.map((loads) => ({
    requestsPerSecond: median(loads.map((one) => one.requestsPerSecond)),
    p50Ms: median(loads.map((one) => one.p50Ms)),
    p99Ms: median(loads.map((one) => one.p99Ms)),
  }));
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** With one connection the mean time of a request is one over the rate. */
export function meanMs(measured: Load | undefined): number {
  return 1000 / (measured?.requestsPerSecond ?? Number.NaN);
}
