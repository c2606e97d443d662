import { connection, download, type Opening, type Turn } from "@/lib/domains/shadow-ai/simulate/connection";
import type { Client, Flow } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** A simulated day. It starts at midnight UTC, the time zone of the office. */
export interface Day {
  startMs: number;
  weekend: boolean;
}

export interface Scene {
  random: Random;
  client: Client;
  day: Day;
}

/** The flows of a machine on a day, in order of their starts. */
export type Behaviour = (scene: Scene) => Iterable<Flow>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Relative activity of an office by hour, from 7 to 19. */
const officeHours = [0.25, 0.7, 1, 1.1, 1.1, 0.6, 0.7, 1.1, 1.1, 1, 0.6, 0.2];
const firstOfficeHour = 7;
const officeWeight = officeHours.reduce((sum, weight) => sum + weight, 0);

/** Times in office hours, ascending, with very few at weekends. */
export function officeTimes({ random, day }: Scene, count: number): number[] {
  const expected = day.weekend ? count * 0.03 : count;
  const length = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
  const times = Array.from({ length }, () => day.startMs + officeHour(random) * hourMs + random.next() * hourMs);
  return times.sort((a, b) => a - b);
}

function officeHour(random: Random): number {
  let left = random.next() * officeWeight;
  for (const [index, weight] of officeHours.entries()) {
    left -= weight;
    if (left < 0) return firstOfficeHour + index;
  }
  return 12;
}

/** Times over the whole day at a nearly regular interval. */
export function* steadyTimes({ random, day }: Scene, everyMs: number): Generator<number> {
  let atMs = day.startMs + random.next() * everyMs;
  while (atMs < day.startMs + 24 * hourMs) {
    yield atMs;
    atMs += everyMs * random.between(0.92, 1.08);
  }
}

/** A time of the day between two hours. */
export function atHour({ random, day }: Scene, from: number, to: number): number {
  return day.startMs + random.between(from, to) * hourMs;
}

export function minutes(count: number): number {
  return count * minuteMs;
}

export function byStart(flows: Flow[]): Flow[] {
  return flows.sort((a, b) => a.startMs - b.startMs);
}

/** Consecutive visits: each starts after the last flow of the previous one has started. */
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

/** @param perDay Visits on an average day, in office hours. */
export function officeVisits(perDay: number, visit: (scene: Scene, atMs: number) => Flow[]): Behaviour {
  return (scene) => visits(officeTimes(scene, perDay), (atMs) => visit(scene, atMs));
}

/** Consecutive requests. `pause` is the time from the end of each response to the next request. */
export function turnsFrom(atMs: number, count: number, ask: (startMs: number) => Turn, pause: () => number): Turn[] {
  const turns: Turn[] = [];
  let startMs = atMs;
  for (let index = 0; index < count; index++) {
    turns.push(ask(startMs));
    startMs = lastEnd(turns) + pause();
  }
  return turns;
}

/** How long browsers keep an idle connection of HTTP/2. */
const browserIdleMs = 120_000;

/** Connections that end when they are idle, and are replaced for the next request. */
export function splitWhenIdle(scene: Scene, opening: Opening, turns: readonly Turn[]): Flow[] {
  const flows: Flow[] = [];
  let carried: Turn[] = [];
  for (const turn of turns) {
    if (carried.length > 0 && turn.startMs - lastEnd(carried) > browserIdleMs) {
      flows.push(connection(scene, opening, carried));
      carried = [];
    }
    carried.push(turn);
  }
  if (carried.length > 0) flows.push(connection(scene, opening, carried));
  return byStart(flows);
}

export function lastEnd(turns: readonly Turn[]): number {
  const last = turns.at(-1);
  return last === undefined ? 0 : endOf(last);
}

export function endOf({ startMs, durationMs }: Turn): number {
  return startMs + durationMs;
}

/** The protocol of a browser, by the share of sites with QUIC. */
export function browserProtocol({ random, client }: Scene, quicShare: number): "QUIC" | "TLS" {
  return client.browser.userAgent.includes("Chrome") && random.chance(quicShare) ? "QUIC" : "TLS";
}

export function page(random: Random, startMs: number, path: string, bytes: number): Turn {
  const requestBytes = random.int(380, 900);
  const [waitMs, bytesPerSecond] = [random.skewed(90, 0.5), random.skewed(6e6, 0.5)];
  return download({ startMs, path, requestBytes, bytes, waitMs, bytesPerSecond });
}
