import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { LogInput } from "@/lib/domains/shadow-ai/ingest";
import { type Figure, load, meanMs, round2 } from "./load";
import { makeDetections } from "./rows";
import type { Scenario } from "./scenarios";
import type { Tenant } from "./subject";

const linesOfLog = 1_000_000;
const parsedGoal = 100_000;
const importedGoal = 30_000;
const few = 100;
const many = 100_000;

/** A Zeek log of a million lines: read alone, then read, counted and stored. */
export const importScenario: Scenario = async (subject, _options, onStep) => {
  onStep(`Writing a Zeek log of ${linesOfLog} lines …`);
  const folder = writeZeekLog();
  onStep("Reading it …");
  const read = await readAlone(folder);
  onStep("Reading, counting and storing it …");
  const tenant = await subject.organisation();
  const stored = await importWhole(folder, tenant);
  await rm(folder, { recursive: true });
  return [
    rateFigure("Zeek log, lines read", read, parsedGoal),
    rateFigure("Zeek log, lines read, counted and stored", stored, importedGoal),
    memoryFigure("resident memory while it is read, at the end", read),
    memoryFigure("resident memory while it is imported, at the end", stored),
  ];
};

interface Run {
  lines: number;
  seconds: number;
  /** Resident, in MiB. */
  middleMb: number;
  endMb: number;
}

/** In a process of its own: a program that reads is to be measured, not one that writes. */
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

async function readAlone(folder: string): Promise<Run> {
  const { readRecords } = await import("@/lib/domains/shadow-ai/ingest");
  const key = Buffer.alloc(32, 1);
  const options = { hashKey: key, clientKeyOf: () => key, departments: [], receivedAtMs: Date.now() };
  const gauge = new Gauge();
  for await (const batch of readRecords(openFiles(folder), options)) gauge.advance(batch.linesRead);
  return gauge.finish();
}

async function importWhole(folder: string, tenant: Tenant): Promise<Run> {
  const { importLog } = await import("@/lib/domains/shadow-ai");
  const gauge = new Gauge();
  let seen = 0;
  await importLog(
    tenant.ctx,
    { source: "bench", via: "COMMAND_LINE", inputs: openFiles(folder), backfill: true },
    ({ lines }) => {
      gauge.advance(lines - seen);
      seen = lines;
    },
  );
  return gauge.finish();
}

/** Where in a run memory is measured, after what is garbage was collected: in the middle and at the end. */
const marks = { middle: [0.4, 0.45, 0.5], end: [0.9, 0.95, 0.99] };

/** Lines, time and memory of a run. */
class Gauge {
  private readonly startedAt = performance.now();
  private readonly residents = new Map<number, number>();
  private lines = 0;
  private collectedMs = 0;

  advance(lines: number): void {
    this.lines += lines;
    const share = this.lines / linesOfLog;
    for (const mark of [...marks.middle, ...marks.end]) {
      if (share >= mark && !this.residents.has(mark)) this.measure(mark);
    }
  }

  private measure(mark: number): void {
    const startedAt = performance.now();
    collectGarbage();
    this.residents.set(mark, process.memoryUsage.rss());
    this.collectedMs += performance.now() - startedAt;
  }

  finish(): Run {
    const meanMb = (of: number[]) =>
      of.reduce((sum, mark) => sum + (this.residents.get(mark) ?? 0), 0) / of.length / 2 ** 20;
    const seconds = (performance.now() - this.startedAt - this.collectedMs) / 1_000;
    return { lines: this.lines, seconds, middleMb: meanMb(marks.middle), endMb: meanMb(marks.end) };
  }
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

function rateFigure(name: string, { lines, seconds }: Run, goal: number): Figure {
  const rate = Math.round(lines / seconds);
  return { name, measured: `${rate} lines/s`, compared: "", value: rate, goal: `≥ ${goal}`, met: rate >= goal };
}

function memoryFigure(name: string, { middleMb, endMb }: Run): Figure {
  const growth = round2(endMb / middleMb);
  return {
    name,
    measured: `${Math.round(endMb)} MiB`,
    compared: `${Math.round(middleMb)} MiB in the middle`,
    value: growth,
    goal: "≤ 1.25",
    met: growth <= 1.25,
  };
}

/** The list's first page with 100,000 detections beside 100, and the statistics. */
export const detectionListScenario: Scenario = async (subject, { seconds }, onStep) => {
  const tenants: Tenant[] = [];
  for (const detections of [few, many]) {
    onStep(`Making ${detections} detections …`);
    const tenant = await subject.organisation();
    await makeDetections(tenant, detections);
    tenants.push(tenant);
  }
  const timeOf = async (tenant: Tenant | undefined, path: string) => {
    const target = { url: `${subject.url}${path}`, headers: tenant?.headers ?? {}, connections: 1 };
    await load(target, 2);
    return meanMs(await load(target, seconds));
  };
  const figures: Figure[] = [];
  onStep("GET /v1/shadow-ai/detections …");
  for (const query of ["limit=25", "limit=25&status=OPEN", "limit=25&severity=HIGH"]) {
    const path = `/v1/shadow-ai/detections?${query}`;
    const [small, large] = [await timeOf(tenants[0], path), await timeOf(tenants[1], path)];
    const ratio = round2(large / small);
    figures.push({
      name: `GET ${path}, ${many} detections`,
      measured: `${round2(large)} ms`,
      compared: `${round2(small)} ms at ${few}`,
      value: ratio,
      goal: "≤ 2",
      met: ratio <= 2,
    });
  }
  const stats = round2(await timeOf(tenants[1], "/v1/shadow-ai/stats"));
  figures.push({
    name: `GET /v1/shadow-ai/stats, ${many} detections`,
    measured: `${stats} ms`,
    compared: "",
    value: stats,
    goal: "< 50",
    met: stats < 50,
  });
  return figures;
};
