import { byStart } from "@/lib/shadow-ai/simulate/behaviours/day";
import { connection, download, type Opening, type Turn } from "@/lib/shadow-ai/simulate/connection";
import type { Flow } from "@/lib/shadow-ai/simulate/flow";
import type { Random } from "@/lib/shadow-ai/simulate/random";

/** How long browsers keep an idle connection of HTTP/2. */
const browserIdleMs = 120_000;

/** A connection ends when nobody asks for a while, and the next question opens another. */
export function splitWhenIdle(random: Random, opening: Opening, turns: readonly Turn[]): Flow[] {
  const flows: Flow[] = [];
  let carried: Turn[] = [];
  for (const turn of turns) {
    if (carried.length > 0 && turn.startMs - lastEnd(carried) > browserIdleMs) {
      flows.push(connection(random, opening, carried));
      carried = [];
    }
    carried.push(turn);
  }
  if (carried.length > 0) flows.push(connection(random, opening, carried));
  return byStart(flows);
}

export function lastEnd(turns: readonly Turn[]): number {
  const last = turns.at(-1);
  return last === undefined ? 0 : last.startMs + last.durationMs;
}

export function page(random: Random, startMs: number, path: string, bytes: number): Turn {
  return download(
    { startMs, path, requestBytes: random.int(380, 900) },
    { bytes, waitMs: random.skewed(90, 0.5), bytesPerSecond: random.skewed(6e6, 0.5) },
  );
}
