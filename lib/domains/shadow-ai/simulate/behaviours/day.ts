import { connection, download, type Opening, type Turn } from "@/lib/domains/shadow-ai/simulate/connection";
import type { Client, Flow } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** A day of the simulation, which begins at midnight UTC: the firm's office is in that zone. */
export interface Day {
  startMs: number;
  weekend: boolean;
}

export interface Scene {
  random: Random;
  client: Client;
  day: Day;
}

/** What a machine does on a day, in order of the flows' starts. */
export type Behaviour = (scene: Scene) => Iterable<Flow>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How busy the hours of an office are, beside each other; nothing before 7 and after 19. */
const officeHours = [
  [7, 0.25],
  [8, 0.7],
  [9, 1],
  [10, 1.1],
  [11, 1.1],
  [12, 0.6],
  [13, 0.7],
  [14, 1.1],
  [15, 1.1],
  [16, 1],
  [17, 0.6],
  [18, 0.2],
] as const;
const officeWeight = officeHours.reduce((sum, [, weight]) => sum + weight, 0);

/** So many moments of office hours, ascending; at weekends hardly any. */
export function officeTimes({ random, day }: Scene, count: number): number[] {
  const expected = day.weekend ? count * 0.03 : count;
  const times = Array.from({ length: wholeNumber(random, expected) }, () => {
    return day.startMs + officeHour(random) * hourMs + random.next() * hourMs;
  });
  return times.sort((a, b) => a - b);
}

function officeHour(random: Random): number {
  let left = random.next() * officeWeight;
  for (const [hour, weight] of officeHours) {
    left -= weight;
    if (left < 0) return hour;
  }
  return 12;
}

/** Moments over the whole day, each about so long after the one before. */
export function* steadyTimes({ random, day }: Scene, everyMs: number): Generator<number> {
  let atMs = day.startMs + random.next() * everyMs;
  while (atMs < day.startMs + 24 * hourMs) {
    yield atMs;
    atMs += everyMs * random.between(0.92, 1.08);
  }
}

/** A moment of the day between two hours, which may be past midnight (26 is two in the morning after). */
export function atHour({ random, day }: Scene, from: number, to: number): number {
  return day.startMs + random.between(from, to) * hourMs;
}

export function minutes(count: number): number {
  return count * minuteMs;
}

/** Sorts what one visit makes: several connections at once. */
export function byStart(flows: Flow[]): Flow[] {
  return flows.sort((a, b) => a.startMs - b.startMs);
}

/** Visits one after another: each begins when no flow of the one before can begin any more. */
export function* visits(times: Iterable<number>, visit: (atMs: number) => Flow[]): Generator<Flow> {
  let freeMs = 0;
  for (const atMs of times) {
    if (atMs < freeMs) continue;
    for (const flow of byStart(visit(atMs))) {
      freeMs = flow.startMs + 1_000;
      yield flow;
    }
  }
}

/** Visits in office hours, so many on an average day. */
export function officeVisits(perDay: number, visit: (scene: Scene, atMs: number) => Flow[]): Behaviour {
  return (scene) => visits(officeTimes(scene, perDay), (atMs) => visit(scene, atMs));
}

/** Requests one after another. `pause` is the time from the end of each response to the next request. */
export function turnsFrom(atMs: number, count: number, ask: (startMs: number) => Turn, pause: () => number): Turn[] {
  const turns: Turn[] = [];
  let startMs = atMs;
  for (let index = 0; index < count; index++) {
    turns.push(ask(startMs));
    startMs = lastEnd(turns) + pause();
  }
  return turns;
}

function wholeNumber(random: Random, expected: number): number {
  return Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
}

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
