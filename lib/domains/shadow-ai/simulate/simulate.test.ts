import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import {
  type LogPiece,
  makePlan,
  type SimulatedFormatName,
  type Simulation,
  simulatedFormatNames,
  simulatedFormats,
  simulateFlows,
  TruthRecorder,
  writeLog,
  writeLogs,
} from "@/lib/domains/shadow-ai/simulate";
import { data } from "@/lib/domains/shadow-ai/simulate/data";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";

const small: Simulation = { seed: 42, startDay: "2026-11-16", days: 1, scale: 0.05 };

function eventsOf(simulation: Simulation) {
  return simulateFlows(simulation, makePlan(simulation.seed, simulation.scale));
}

function digestOf(pieces: Iterable<LogPiece>): string {
  const hash = createHash("sha256");
  for (const { file, text } of pieces) hash.update(`${file}\n${text}`);
  return hash.digest("hex");
}

const events = [...eventsOf(small)];
/** From nine to ten. */
const morning = events.filter((event) => {
  const atMs = (event.what === "flow" ? event.flow.startMs : event.lookup.atMs) % 86_400_000;
  return atMs >= 9 * 3_600_000 && atMs < 10 * 3_600_000;
});
const flows = morning.flatMap((event) => (event.what === "flow" ? [event.flow] : []));

describe.each(simulatedFormatNames)("a simulated log in the format %s", (format) => {
  const pieces = [...writeLogs(morning, [format], small.seed)];

  test("is detected and read without bad lines, with the reported number of lines", async () => {
    const texts = new Map<string, string>();
    for (const { file, text } of pieces) texts.set(file, (texts.get(file) ?? "") + text);
    const { files, heads = {} } = { ...simulatedFormats[format], ...simulatedFormats[format].writer(small.seed) };
    const read = await readTexts([...texts.values()]);
    expect(read.bad).toEqual([]);
    expect(new Set(read.formats)).toEqual(new Set(format === "aws-vpc-flow" ? [format, "route53"] : [readAs(format)]));
    expect(new Set(read.records.map(({ host }) => host)).size).toBeGreaterThan(format === "otel" ? 0 : 40);
    const headLines = Object.values(heads).reduce((sum, head) => sum + head.split("\n").length - 1, 0);
    expect(read.linesRead).toBe(headLines + pieces.reduce((sum, { lines }) => sum + lines, 0));
    expect([...texts.keys()].sort()).toEqual([...files].sort());
  });
});

function readAs(format: SimulatedFormatName): LogFormat {
  return format === "zeek-json" ? "zeek" : (format as LogFormat);
}

test("returns the same bytes for the same seed, and other bytes for another seed", { tags: "full" }, () => {
  const bytes = digestOf(writeLog(small, "zeek"));
  expect(digestOf(writeLog(small, "zeek"))).toBe(bytes);
  expect(digestOf(writeLog({ ...small, seed: 43 }, "zeek"))).not.toBe(bytes);
});

test("orders connections by start, each after the look-up of its name", () => {
  const asked = new Set<string>();
  let lastMs = 0;
  for (const event of events) {
    if (event.what === "lookup") {
      asked.add(`${event.lookup.client.address} ${event.lookup.host}`);
      continue;
    }
    const { client, server, startMs, kind } = event.flow;
    if (startMs < lastMs || !asked.has(`${client.address} ${server.host}`)) expect.fail(`${kind} ${server.host}`);
    lastMs = startMs;
  }
  expect(asked.size).toBeGreaterThan(1_000);
});

test("generates plausible bytes, packets and times", () => {
  expect(flows.filter((flow) => !isPossible(flow))).toEqual([]);
});

function isPossible({ exchanges, startMs, durationMs, blocked, ...flow }: Flow): boolean {
  const { bytesOut, bytesIn, packetsOut, packetsIn } = flow;
  if (![bytesOut, bytesIn, packetsOut, packetsIn, startMs].every(Number.isSafeInteger) || durationMs <= 0) return false;
  if (bytesOut > packetsOut * 1_500 || bytesIn > packetsIn * 1_500) return false;
  const endMs = startMs + durationMs + 1;
  return blocked || exchanges.every((one) => one.startMs >= startMs && one.startMs + one.durationMs <= endMs);
}

describe("the ground truth", () => {
  const plan = makePlan(small.seed, 0.3);
  const recorder = new TruthRecorder(plan);
  for (const _ of recorder.watch(simulateFlows({ ...small, scale: 0.3 }, plan)));
  const truth = recorder.truth();

  test("includes every kind of use, each with a different host and department", () => {
    expect(new Set(truth.uses.map(({ kind }) => kind))).toEqual(new Set(Object.keys(data.useKinds)));
    expect(new Set(truth.uses.map(({ host, scope }) => `${host} ${scope}`)).size).toBe(truth.uses.length);
  });

  test("counts the traffic of a use", () => {
    for (const use of truth.uses.filter(({ kind }) => kind !== "casual_visit")) {
      expect(use.connections, JSON.stringify(use)).toBeGreaterThan(0);
      expect(use.requests).toBeGreaterThanOrEqual(use.connections ?? 1);
    }
  });

  test("excludes hosts that are used without AI from the AI hosts", () => {
    const hosts = new Set(truth.uses.flatMap(({ host, alsoHosts }) => [host, ...alsoHosts]));
    expect(Object.keys(truth.otherHosts).filter((host) => hosts.has(host))).toEqual([]);
    expect(truth.otherHosts).toMatchObject({ "api.stripe.com": "service_api", "time.windows.com": "infrastructure" });
  });
});
