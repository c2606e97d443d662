import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "@/cli/support/program";
import { type LogPiece, makePlan, simulateFlows, TruthRecorder, writeLogs } from "@/lib/domains/shadow-ai/simulate";
import { parseSimulate, type SimulateArguments, usage } from "./shadow-ai-arguments";

runProgram(async () => {
  const given = parseSimulate(process.argv.slice(2));
  if (given === "help") console.log(usage.simulate);
  else simulate(given);
});

function simulate({ folder, simulation, formats, lines }: SimulateArguments): void {
  const plan = makePlan(simulation.seed, simulation.scale);
  const recorder = new TruthRecorder(plan);
  const files = new Map<string, { descriptor: number; lines: number }>();
  let left = lines;
  for (const piece of writeLogs(recorder.watch(simulateFlows(simulation, plan)), formats, simulation.seed)) {
    const wanted = left < piece.lines ? firstLines(piece, left) : piece;
    const path = join(folder, piece.format, piece.file);
    const file = files.get(path) ?? { descriptor: create(path), lines: 0 };
    files.set(path, file);
    writeSync(file.descriptor, wanted.text);
    file.lines += wanted.lines;
    left -= wanted.lines;
    if (left <= 0) break;
  }
  for (const [path, file] of files) {
    closeSync(file.descriptor);
    console.log(`${path}: ${file.lines.toLocaleString("en")} lines`);
  }
  const days = Number.isFinite(simulation.days) ? simulation.days : null;
  const truth = { ...simulation, days, ...recorder.truth() };
  writeFileSync(join(folder, "truth.json"), `${JSON.stringify(truth, null, 2)}\n`);
  console.log(`${join(folder, "truth.json")}: ${plan.uses.length} uses of AI`);
}

/** The beginning of a piece with this number of lines. A heading is not counted. */
function firstLines(piece: LogPiece, count: number): LogPiece {
  const all = piece.text.split("\n");
  const heading = all.length - 1 - piece.lines;
  return { ...piece, text: `${all.slice(0, heading + count).join("\n")}\n`, lines: count };
}

function create(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, "w");
}
