import type { Day } from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { publicAddress } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Flow, Lookup, NetworkEvent } from "@/lib/domains/shadow-ai/simulate/flow";
import { Heap } from "@/lib/domains/shadow-ai/simulate/heap";
import type { Plan } from "@/lib/domains/shadow-ai/simulate/plan";
import { Random } from "@/lib/domains/shadow-ai/simulate/random";

const dayMs = 86_400_000;

/** Parameters of a simulation. The same values produce the same traffic on every machine. */
export interface Simulation {
  seed: number;
  /** YYYY-MM-DD. */
  startDay: string;
  days: number;
  /** 1 is a firm of 200 people. */
  scale: number;
}

/** The company's connections and DNS look-ups in order of time. Holds one flow per task, never a full day. */
export function* simulateFlows(simulation: Simulation, plan: Plan): Generator<NetworkEvent> {
  const lookups = new Lookups(new Random(`shadow-ai/${simulation.seed}/lookups`));
  for (const day of daysOf(simulation)) {
    for (const flow of flowsOfDay(simulation.seed, plan, day)) {
      for (const lookup of lookups.before(flow)) yield { what: "lookup", lookup };
      yield { what: "flow", flow };
    }
  }
}

function* daysOf({ startDay, days }: Simulation): Generator<Day> {
  const firstMs = Date.parse(`${startDay}T00:00:00Z`);
  for (let index = 0; index < days; index++) {
    const startMs = firstMs + index * dayMs;
    yield { startMs, weekend: [0, 6].includes(new Date(startMs).getUTCDay()) };
  }
}

function flowsOfDay(seed: number, { tasks }: Plan, day: Day): Generator<Flow> {
  const streams = tasks.map(({ client, behaviour }, index) => {
    const random = new Random(`shadow-ai/${seed}/${day.startMs}/${index}`);
    return behaviour({ random, client, day });
  });
  return mergeByStart(streams);
}

/** The time between the answer and the first packet of the connection. */
const headStartMs = 25;
const sweepEveryMs = 3_600_000;

/** Each machine caches an answer for its lifetime and then asks again. */
export class Lookups {
  readonly #random: Random;
  /** Expiry of the answer, by machine and name. */
  readonly #fresh = new Map<string, number>();
  #sweptMs = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Look-ups that the machine needs before it can open the connection; empty if the answer is cached. */
  before(flow: Flow): Lookup[] {
    const { client, server, startMs, use } = flow;
    const key = `${client.address} ${server.host}`;
    if ((this.#fresh.get(key) ?? 0) > startMs) return [];
    this.#sweep(startMs);
    const random = this.#random;
    const ttlSeconds = random.pick([30, 60, 60, 120, 300, 300]);
    this.#fresh.set(key, startMs + ttlSeconds * 1_000);
    const browser = flow.software === client.browser && client.user !== null;
    const types: Lookup["type"][] = browser ? ["HTTPS", "A", "AAAA"] : ["A", "AAAA"];
    const six = client.address.includes(":");
    return types.map((type) => ({
      atMs: startMs - headStartMs,
      client,
      clientPort: random.int(1_025, 65_000),
      queryId: random.int(1, 65_535),
      host: server.host,
      type,
      answers: answersOf(server.host, type, six, server.address),
      ttlSeconds,
      use,
    }));
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < sweepEveryMs) return;
    this.#sweptMs = nowMs;
    for (const [key, untilMs] of this.#fresh) if (untilMs <= nowMs) this.#fresh.delete(key);
  }
}

/** The address of the connection comes first. Public names also have addresses of the other family. */
function answersOf(host: string, type: Lookup["type"], six: boolean, address: string): string[] {
  if (type === "HTTPS") return [];
  if ((type === "AAAA") === six) return [address];
  return host.endsWith(".internal") ? [] : [publicAddress(host, type === "A" ? 4 : 6, 0)];
}

interface Head {
  flow: Flow;
  rest: Iterator<Flow>;
}

/** Merges streams, each in order of its flows' starts, into one in order. A binary heap holds the head of each. */
function* mergeByStart(streams: readonly Iterable<Flow>[]): Generator<Flow> {
  const heads: Head[] = [];
  for (const stream of streams) {
    const rest = stream[Symbol.iterator]();
    const first = rest.next();
    if (!first.done) heads.push({ flow: first.value, rest });
  }
  const heap = new Heap<Head>((one, other) => one.flow.startMs < other.flow.startMs, heads);
  for (let top = heap.first; top !== undefined; top = heap.first) {
    yield top.flow;
    const next = top.rest.next();
    if (next.done) heap.removeFirst();
    else {
      top.flow = next.value;
      heap.sinkFirst();
    }
  }
}
