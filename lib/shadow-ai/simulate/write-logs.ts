import type { NetworkEvent } from "@/lib/shadow-ai/simulate/flow";
import { type SimulatedFormatName, simulatedFormats } from "@/lib/shadow-ai/simulate/formats";
import { LineQueue } from "@/lib/shadow-ai/simulate/line-queue";
import { makePlan } from "@/lib/shadow-ai/simulate/plan";
import { type Simulation, simulateFlows } from "@/lib/shadow-ai/simulate/simulate-flows";

/** A piece of a file, of whole lines. */
export interface LogPiece {
  format: SimulatedFormatName;
  file: string;
  text: string;
  /** Lines in it, without a file's heading. */
  lines: number;
}

const pieceCharacters = 65_536;

/**
 * The log of a simulation in one format, piece by piece: memory does not grow with its length.
 * The same simulation gives the same bytes.
 */
export function writeLog(simulation: Simulation, format: SimulatedFormatName): Generator<LogPiece> {
  const events = simulateFlows(simulation, makePlan(simulation.seed, simulation.scale));
  return writeLogs(events, [format], simulation.seed);
}

/** Several formats of the same events at once. Lines stand in the order in which a device writes them: a connection's at its end. */
export function* writeLogs(
  events: Iterable<NetworkEvent>,
  formats: readonly SimulatedFormatName[],
  seed: number,
): Generator<LogPiece> {
  const logs = formats.map((name) => openLog(name, seed));
  for (const event of events) {
    const nowMs = event.what === "flow" ? event.flow.startMs : event.lookup.atMs;
    for (const { writer, queue, emit, pieces } of logs) {
      if (event.what === "flow") writer.flow?.(event.flow, emit);
      else writer.lookup?.(event.lookup, emit);
      queue.takeUntil(nowMs, pieces.add);
      if (pieces.full) yield* pieces.take(pieceCharacters);
    }
  }
  for (const { queue, pieces } of logs) {
    queue.takeUntil(Number.POSITIVE_INFINITY, pieces.add);
    yield* pieces.take(0);
  }
}

function openLog(format: SimulatedFormatName, seed: number) {
  const { writer: make, files } = simulatedFormats[format];
  const writer = make(seed);
  const queue = new LineQueue();
  const pieces = new Pieces(format, files, writer.heads ?? {});
  return { writer, queue, pieces, emit: (file: string, atMs: number, line: string) => queue.add(atMs, file, line) };
}

/** Gathers the lines of each file until they make a piece. */
class Pieces {
  full = false;
  readonly #format: SimulatedFormatName;
  readonly #texts = new Map<string, { text: string; lines: number }>();

  constructor(format: SimulatedFormatName, files: readonly string[], heads: Readonly<Record<string, string>>) {
    this.#format = format;
    for (const file of files) this.#texts.set(file, { text: heads[file] ?? "", lines: 0 });
  }

  readonly add = (file: string, line: string): void => {
    const gathered = this.#texts.get(file);
    if (!gathered) throw new Error(`${file} is no file of ${this.#format}.`);
    gathered.text += `${line}\n`;
    gathered.lines += 1;
    if (gathered.text.length >= pieceCharacters) this.full = true;
  };

  *take(fromCharacters: number): Generator<LogPiece> {
    for (const [file, gathered] of this.#texts) {
      if (gathered.text.length < fromCharacters || gathered.text === "") continue;
      yield { format: this.#format, file, ...gathered };
      gathered.text = "";
      gathered.lines = 0;
    }
    this.full = false;
  }
}
