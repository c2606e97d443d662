import { assessRisk, ruleVersions } from "@/lib/domains/shadow-ai/analysis";
import { type Catalogue, makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import {
  addStats,
  decide,
  describeUse,
  mergeStats,
  rangesOf,
  type Situation,
  scoreWindows,
  TrafficAggregator,
  type TrafficStats,
  type UseTraffic,
} from "@/lib/domains/shadow-ai/detect";
import { type Comparison, compare, Expecting } from "@/lib/domains/shadow-ai/evaluate/compare";
import { type LogInput, readRecords } from "@/lib/domains/shadow-ai/ingest";
import type { DepartmentRange } from "@/lib/domains/shadow-ai/records";
import { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import {
  makePlan,
  type NetworkEvent,
  type SimulatedFormatName,
  type Simulation,
  simulatedFormats,
  simulateFlows,
  writeLogs,
} from "@/lib/domains/shadow-ai/simulate";

export interface FormatResult extends Comparison {
  format: SimulatedFormatName;
  lines: number;
  bad: Map<string, number>;
  /** Detections by severity and rule version: `2026-11-28 HIGH`. */
  severities: Map<string, number>;
}

/** Departments of the simulated company that handle regulated data. */
const regulated: ReadonlySet<string> = new Set(["Legal", "Human Resources", "Risk"]);

/**
 * Simulates a company, writes its log, detects in it and compares the detections with the simulated uses. Keeps the log in
 * memory. The same simulation gives the same result.
 */
export async function evaluateFormat(simulation: Simulation, name: SimulatedFormatName): Promise<FormatResult> {
  const { seed, scale, startDay, days } = simulation;
  const plan = makePlan(seed, scale);
  const expecting = new Expecting(plan, simulatedFormats[name]);
  const inputs = inputsOf(expecting.watch(simulateFlows(simulation, plan)), name, seed);
  const nowMs = Date.parse(`${startDay}T00:00:00Z`) + (days * 24 + 6) * 3_600_000;
  const { detected, lines, bad, severities } = await detectInMemory(inputs, plan.firm.departments, nowMs);
  return { format: name, lines, bad, severities, ...compare(detected, expecting.result()) };
}

function inputsOf(events: Iterable<NetworkEvent>, format: SimulatedFormatName, seed: number): LogInput[] {
  const files = new Map<string, Uint8Array[]>();
  for (const { file, text } of writeLogs(events, [format], seed)) {
    const pieces = files.get(file) ?? [];
    pieces.push(Buffer.from(text));
    files.set(file, pieces);
  }
  return [...files].map(([name, pieces]) => ({ name, bytes: deliver(pieces) }));
}

async function* deliver(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/**
 * The uses that the service detects in logs. Uses production code for formats, aggregation and decisions, but in
 * memory, with default settings and without registered models or earlier detections.
 */
async function detectInMemory(inputs: LogInput[], departments: readonly DepartmentRange[], nowMs: number) {
  const catalogue = makeCatalogue();
  const settings = settingsWith(departments);
  const aggregator = new TrafficAggregator({ organisationId: "evaluation", catalogue, settings });
  const seen = new Set<bigint>();
  const bad = new Map<string, number>();
  let lines = 0;
  const options = { departments, hashKey: key, clientKeyOf: () => key, receivedAtMs: nowMs };
  for await (const batch of readRecords(inputs, options)) {
    lines += batch.linesRead;
    for (const { message } of batch.bad) bad.set(message, (bad.get(message) ?? 0) + 1);
    for (const line of batch.records) {
      const classified = aggregator.classify(line.record);
      const hash = classified && line.hash();
      if (classified === null || hash === null || seen.has(hash)) continue;
      seen.add(hash);
      aggregator.add(classified);
    }
  }
  const units = new Map<string, UseTraffic[]>();
  for (const one of aggregator.drain()) units.set(one.use.unit, [...(units.get(one.use.unit) ?? []), one]);
  const severities = new Map<string, number>();
  const detected = [...units.values()].flatMap((traffic) => {
    const situation = situationOf(combine(traffic), catalogue, settings, nowMs);
    const decision = decide(situation);
    if (decision.kind !== "open") return [];
    const { inputs } = describeUse(situation, decision);
    for (const ruleVersion of ruleVersions) {
      const key = `${ruleVersion} ${assessRisk({ ...inputs, ruleVersion }).severity}`;
      severities.set(key, (severities.get(key) ?? 0) + 1);
    }
    return traffic.map(({ use }) => use);
  });
  return { detected, lines, bad, severities };
}

/** No data is stored with this key. */
const key = new Uint8Array(32).fill(7);

function settingsWith(departments: readonly DepartmentRange[]): ShadowAiSettings {
  const names = [...new Set(departments.map(({ department }) => department))];
  return ShadowAiSettings.parse({
    departments: names.map((name) => ({
      name,
      regulatedData: regulated.has(name),
      ranges: departments.filter(({ department }) => department === name).map(({ range }) => range),
    })),
  });
}

/** Traffic of uses that share a detection. */
interface UnitTraffic extends Pick<UseTraffic, "use" | "days" | "total"> {
  buckets: TrafficStats[];
}

function combine(traffic: UseTraffic[]): UnitTraffic {
  const days = new Map<string, TrafficStats>();
  for (const [day, stats] of traffic.flatMap((one) => [...one.days])) addStats(days, day, stats);
  const [first, ...others] = traffic;
  if (!first) throw new Error("unit without traffic");
  const total = others.reduce((sum, one) => mergeStats(sum, one.total), first.total);
  return { use: first.use, days, total, buckets: traffic.flatMap(({ buckets }) => [...buckets.values()]) };
}

function situationOf(traffic: UnitTraffic, catalogue: Catalogue, settings: ShadowAiSettings, nowMs: number): Situation {
  const { use, days, buckets, total } = traffic;
  return {
    use,
    total,
    days: [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, stats]) => ({ day, stats })),
    ranges: rangesOf(total),
    since: null,
    own: null,
    windows: use.entryId === null ? scoreWindows(buckets, settings.opening) : null,
    detection: null,
    settings,
    models: [],
    provider: catalogue.providerOf(use),
    nowMs,
    newestTrafficMs: total.lastAtMs ?? nowMs,
  };
}
