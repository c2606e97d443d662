import autocannon from "autocannon";

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
export async function load(target: Target, seconds: number): Promise<Load> {
  return toLoad(target, await autocannon({ ...target, duration: seconds }));
}

/** Loads a target for as long as some work takes, an hour at most. */
export async function loadWhile(target: Target, work: () => Promise<unknown>): Promise<Load> {
  const finished = new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon({ ...target, duration: 3_600 }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    work().then(() => instance.stop?.(), reject);
  });
  return toLoad(target, await finished);
}

function toLoad(target: Target, result: autocannon.Result): Load {
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} requests to ${target.url} failed under load: ${JSON.stringify(result.statusCodeStats)}`);
  return {
    requestsPerSecond: result["2xx"] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
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

/** With one connection the mean time of a request is one over the rate; autocannon's own times are whole milliseconds. */
export function meanMs(measured: Load | undefined): number {
  return 1000 / (measured?.requestsPerSecond ?? Number.NaN);
}
