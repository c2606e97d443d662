import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { PackageFormat } from "@/lib/domains/evidence/enums";
import type { LogInput } from "@/lib/domains/shadow-ai/ingest";
import { type BenchmarkResult, inTurn, load, loadWhile, resultOf, round2 } from "./load";
import { appendTarget, type Scenario } from "./scenario";
import type { Subject, Tenant } from "./subject";

const sizes = [1_000, 10_000, 100_000] as const;

/**
 * Measures the generation of evidence packages for models with increasing numbers of events: the duration, and the
 * memory of the generating process.
 */
export const evidenceScenario: Scenario = async ({ subject, onStep }) => {
  const tenant = await subject.organisation();
  for (const [n, events] of sizes.entries()) {
    onStep(`Appending ${events} events to a model …`);
    await fill(tenant, tenant.modelIds[n] ?? "", events);
  }
  // The first package waits until the signing key is generated.
  await generate(subject, tenant, tenant.modelIds.at(-1) ?? "", "PDF");
  const results: BenchmarkResult[] = [];
  for (const [format, goal] of [
    ["JSON", "< 20 s"],
    ["PDF", "< 30 s"],
  ] as const) {
    const made: Awaited<ReturnType<typeof generate>>[] = [];
    for (const [n, events] of sizes.entries()) {
      onStep(`Generating a ${format} package with ${events} events …`);
      made.push(await generate(subject, tenant, tenant.modelIds[n] ?? "", format));
    }
    const [small = 0, middle = 0, large = 0] = made.map(({ seconds }) => seconds);
    const megabytes = Math.max(...made.map((one) => one.megabytes));
    // The time per additional event, without the fixed time of a package.
    const early = (middle - small) / (sizes[1] - sizes[0]);
    const late = (large - middle) / (sizes[2] - sizes[1]);
    const growth = early > 0 ? round2(late / early) : 0;
    const others = `${round2(middle)} s with 10000, ${round2(small)} s with 1000`;
    const [earlyText, lateText] = [early, late].map((cost) => `${round2(cost * 1_000_000)} µs up to`);
    const [one, peak] = [`${format} package, time per additional event`, "peak memory of the process"];
    results.push(
      resultOf(`${format} package with 100000 events`, goal, round2(large), `${round2(large)} s`, others),
      resultOf(one, "≤ 1.5", growth, `${lateText} 100000`, `${earlyText} 10000`),
      resultOf(`${format} package, ${peak}`, "< 700 MiB", megabytes, `${megabytes} MiB`),
    );
  }
  return results;
};

/** Compares `POST /v1/audit` while a package is generated with `POST /v1/audit` while none is. */
export const generatingAppendScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  onStep("POST /v1/audit while packages are generated …");
  const tenant = await subject.organisation();
  const [modelId = "", other = ""] = tenant.modelIds;
  await fill(tenant, modelId, 100_000);
  const event = { modelId: other, eventType: "INFERENCE", payload: { latencyMs: 142 } } as const;
  const target = { ...appendTarget(subject, tenant, event), connections: 8 };
  await load(target, 3);
  let generated = 0;
  const [alone, during] = await inTurn(rounds, [
    () => load(target, seconds),
    () => loadWhile(target, () => generate(subject, tenant, modelId, generated++ % 2 === 0 ? "PDF" : "JSON")),
  ]);
  const [quiet, busy] = [alone?.p99Ms ?? Number.NaN, during?.p99Ms ?? Number.NaN];
  const name = "POST /v1/audit, p99 while a package with 100000 events is generated";
  return [resultOf(name, "≤ 1.5", round2(busy / quiet), `${round2(busy)} ms`, `${round2(quiet)} ms without`)];
};

async function fill({ client }: Tenant, modelId: string, events: number): Promise<void> {
  const others = ["HUMAN_REVIEW", "ALERT", "CONFIG_CHANGE", "DATA_ACCESS", "DEPLOYMENT"] as const;
  const types = ["INFERENCE", "INFERENCE", "INFERENCE", ...others] as const;
  for (let from = 0; from < events; from += 500) {
    const batch = Array.from({ length: Math.min(500, events - from) }, (_, n) => ({
      modelId,
      eventType: types[(from + n) % types.length] ?? "INFERENCE",
      payload: { modelVersion: "4.2.0", decision: "APPROVED", confidence: 0.93, latencyMs: 142, n: from + n },
    }));
    await client.audit.appendBatch({ events: batch });
  }
}

/** Requests a package and waits until it is ready. Returns its duration and the peak memory of the generating process. */
async function generate(subject: Subject, { client }: Tenant, modelId: string, format: PackageFormat) {
  const dateRange = { from: "2026-01-01T00:00:00Z", to: new Date(Date.now() + 60_000).toISOString() };
  const startedAt = performance.now();
  const { id } = await client.evidence.generate({ modelId, framework: "EU_AI_ACT_ANNEX_IV", format, dateRange });
  let megabytes = 0;
  for (;;) {
    const { status, failureReason } = await client.evidence.get(id);
    megabytes = Math.max(megabytes, peakOfChildren(subject.pid));
    if (status === "READY") return { seconds: (performance.now() - startedAt) / 1_000, megabytes };
    if (status !== "GENERATING") throw new Error(`the package is ${status}: ${failureReason}`);
    await delay(100);
  }
}

/** The largest peak of resident memory (`VmHWM`) in MiB among the child processes of a process. */
function peakOfChildren(pid: number): number {
  const read = (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean);
  const peaks = children.map((child) => Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${child}/status`))?.[1] ?? 0));
  return Math.round(Math.max(0, ...peaks) / 1024);
}

const linesOfLog = 1_000_000;

/** Measures how fast a Zeek log of a million lines is read, and how fast it is imported. */
export const importScenario: Scenario = async ({ subject, onStep }) => {
  onStep(`Writing a Zeek log of ${linesOfLog} lines …`);
  const folder = writeZeekLog();
  onStep("Reading the log …");
  const { readRecords } = await import("@/lib/domains/shadow-ai/ingest");
  const key = Buffer.alloc(32, 1);
  const options = { hashKey: key, clientKeyOf: () => key, departments: [], receivedAtMs: Date.now() };
  const read = new Gauge();
  for await (const batch of readRecords(openFiles(folder), options)) read.advance(batch.linesRead);
  const readResults = read.results("Zeek log, lines read", "≥ 100000", "read");
  onStep("Importing the log …");
  const { importLog } = await import("@/lib/domains/shadow-ai");
  const { ctx } = await subject.organisation();
  const request = { source: "bench", via: "COMMAND_LINE" as const, inputs: openFiles(folder), backfill: true };
  const stored = new Gauge();
  await importLog(ctx, request, ({ lines }) => stored.advance(lines - stored.lines));
  const storedResults = stored.results("Zeek log, lines read, counted and stored", "≥ 100000", "imported");
  await rm(folder, { recursive: true });
  return [...readResults, ...storedResults];
};

/** Writes the log in a separate process, because the memory of this process is measured. */
function writeZeekLog(): string {
  const folder = join(process.cwd(), ".data", "bench", "zeek-log");
  mkdirSync(folder, { recursive: true });
  const args = ["tools/shadow-ai-simulate.ts", "--seed", "7", "--formats", "zeek", "--lines", String(linesOfLog)];
  const { status } = spawnSync(process.execPath, ["--import", "tsx", ...args, "--out", folder], { stdio: "inherit" });
  if (status !== 0) throw new Error("the log could not be written");
  return folder;
}

function openFiles(folder: string): LogInput[] {
  return ["conn.log", "ssl.log", "http.log", "dns.log", "quic.log"]
    .map((name) => ({ name, path: join(folder, "zeek", name) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, bytes: createReadStream(path) }));
}

/** The shares of a log after which memory is measured. */
const marks = { middle: [0.4, 0.45, 0.5], end: [0.9, 0.95, 0.99] };

/** Lines, time and memory of a run. */
class Gauge {
  lines = 0;
  private readonly startedAt = performance.now();
  private readonly residents = new Map<number, number>();
  private collectedMs = 0;

  advance(lines: number): void {
    this.lines += lines;
    const share = this.lines / linesOfLog;
    for (const mark of [...marks.middle, ...marks.end]) {
      if (share < mark || this.residents.has(mark)) continue;
      const startedAt = performance.now();
      setFlagsFromString("--expose-gc");
      runInNewContext("gc")();
      this.residents.set(mark, process.memoryUsage.rss());
      this.collectedMs += performance.now() - startedAt;
    }
  }

  results(name: string, goal: string, verb: string): BenchmarkResult[] {
    const rate = Math.round((this.lines / (performance.now() - this.startedAt - this.collectedMs)) * 1_000);
    const meanMb = (of: number[]) =>
      of.reduce((sum, mark) => sum + (this.residents.get(mark) ?? 0), 0) / of.length / 2 ** 20;
    const [middle, end] = [meanMb(marks.middle), meanMb(marks.end)];
    const memory = `resident memory at the end, while the log is ${verb}`;
    const compared = `${Math.round(middle)} MiB in the middle`;
    return [
      resultOf(name, goal, rate, `${rate} lines/s`),
      resultOf(memory, "≤ 1.25", round2(end / middle), `${Math.round(end)} MiB`, compared),
    ];
  }
}
