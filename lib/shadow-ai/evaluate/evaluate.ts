import { makeCatalogue } from "@/lib/shadow-ai/catalogue";
import { type Comparison, compare } from "@/lib/shadow-ai/evaluate/compare";
import { detectInMemory } from "@/lib/shadow-ai/evaluate/detect-in-memory";
import { Expecting } from "@/lib/shadow-ai/evaluate/expectation";
import type { LogInput } from "@/lib/shadow-ai/ingest";
import {
  makePlan,
  type NetworkEvent,
  type SimulatedFormat,
  type SimulatedFormatName,
  type Simulation,
  simulatedFormats,
  simulateFlows,
  writeLogs,
} from "@/lib/shadow-ai/simulate";

export interface FormatResult extends Comparison {
  format: SimulatedFormatName;
  lines: number;
  bad: Map<string, number>;
}

/**
 * Simulates, writes the log, detects in it and compares with the truth. Holds the log of the simulation in memory.
 * The same simulation gives the same result.
 */
export async function evaluateFormat(simulation: Simulation, name: SimulatedFormatName): Promise<FormatResult> {
  const { seed, scale, startDay, days } = simulation;
  const format: SimulatedFormat = simulatedFormats[name];
  const plan = makePlan(seed, scale);
  const expecting = new Expecting(plan, format);
  const events = expecting.watch(simulateFlows(simulation, plan));
  const { detected, linesRead, bad } = await detectInMemory({
    inputs: inputsOf(events, name, seed),
    departments: plan.firm.departments,
    catalogue: makeCatalogue(),
    nowMs: Date.parse(`${startDay}T00:00:00Z`) + (days * 24 + 6) * 3_600_000,
  });
  return { format: name, lines: linesRead, bad, ...compare(detected, expecting.result()) };
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
