import type { UseFacts } from "@/lib/domains/shadow-ai/detect";
import type { Flow, NetworkEvent, Plan, SimulatedFormat } from "@/lib/domains/shadow-ai/simulate";
import { data } from "@/lib/domains/shadow-ai/simulate/data";
import { isPrivateAddress, scopeOf } from "@/lib/domains/shadow-ai/simulate/firm";
import type { ConfuserKind, UseKind } from "@/lib/domains/shadow-ai/simulate/flow";
import type { PlannedUse } from "@/lib/domains/shadow-ai/simulate/plan";
import { throughProxy } from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/** Results for the uses of one kind. */
export interface KindCount {
  /** Uses with enough traffic in the log. */
  expected: number;
  found: number;
  /** Detections of existing uses, expected or not. */
  right: number;
  /** Detections of the kind's hosts in scopes that did not use them. */
  wrong: number;
}

export interface ConfuserCount {
  /** Pairs of a host and a scope. */
  pairs: number;
  /** Detections of them. */
  alarms: number;
}

export interface Comparison {
  kinds: Map<UseKind, KindCount>;
  confusers: Map<ConfuserKind | "nothing that happened", ConfuserCount>;
  /** Missed uses and false detections, each as `kind host scope`. */
  missed: string[];
  alarms: string[];
}

/** Compares detections with the simulated uses, by host and by scope. A catalogue host must be found as one. */
export function compare(detected: readonly UseFacts[], { uses, others, kindOfHost }: Expectation): Comparison {
  const kinds: Comparison["kinds"] = new Map();
  const confusers: Comparison["confusers"] = new Map();
  for (const [kind, pairs] of others) confusers.set(kind, { pairs, alarms: 0 });
  const missed: string[] = [];
  const alarms: string[] = [];
  for (const { use, expected } of uses) {
    const count = entryOf(kinds, use.kind, () => ({ expected: 0, found: 0, right: 0, wrong: 0 }));
    if (!expected) continue;
    count.expected += 1;
    if (detected.some((one) => isFoundBy(use, one))) count.found += 1;
    else missed.push(`${use.kind} ${use.host} ${use.scope}`);
  }
  for (const { endpoint, scope, category } of detected) {
    const ofHost = uses.flatMap(({ use }) => (isOfHost(use, endpoint) ? [use] : []));
    const used = ofHost.find((use) => use.scope === scope);
    const count = kinds.get((used ?? ofHost[0])?.kind as UseKind);
    if (used) {
      if (count) count.right += 1;
      continue;
    }
    const other = kindOfHost.get(endpoint) ?? "nothing that happened";
    alarms.push(`${ofHost[0]?.kind ?? other} ${endpoint} ${scope} ${category}`);
    if (count) count.wrong += 1;
    else entryOf(confusers, other, () => ({ pairs: 0, alarms: 0 })).alarms += 1;
  }
  return { kinds, confusers, missed, alarms };
}

/** The value of a key, created if it is missing. */
function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key) ?? create();
  map.set(key, known);
  return known;
}

function isFoundBy(use: PlannedUse, detected: UseFacts): boolean {
  if (use.scope !== detected.scope || !isOfHost(use, detected.endpoint)) return false;
  return !use.catalogue || detected.entryId !== null;
}

/** The host itself or one of its further hosts, with or without `www.` and similar prefixes. */
function isOfHost({ host, alsoHosts }: PlannedUse, endpoint: string): boolean {
  return [host, ...alsoHosts].some(
    (one) => one === endpoint || one.endsWith(`.${endpoint}`) || endpoint.endsWith(`.${one}`),
  );
}

/** The least traffic that opens a detection: the documented default settings. */
const opening = { webSessions: 3, webCalls: 10, dnsQueries: 20, windows: 3 } as const;
const windowMs = 5 * 60_000;
const hourMs = 3_600_000;

/** The part of the ground truth that a log of one format contains. */
export interface Expectation {
  uses: readonly ExpectedUse[];
  /** Pairs of a host and a scope without a use of AI, by kind; and the kind of each host. */
  others: ReadonlyMap<ConfuserKind, number>;
  kindOfHost: ReadonlyMap<string, ConfuserKind>;
}

export interface ExpectedUse {
  use: PlannedUse;
  /** Whether the log contains enough of it for a detection. */
  expected: boolean;
}

/** The calls of a use in a log. */
class Seen {
  readonly callsByDay = new Map<number, number>();
  readonly sessionsByDay = new Map<number, Set<string>>();
  readonly windows = new Set<number>();

  add(client: string, atMs: number): void {
    const day = Math.floor(atMs / (24 * hourMs));
    this.callsByDay.set(day, (this.callsByDay.get(day) ?? 0) + 1);
    entryOf(this.sessionsByDay, day, () => new Set()).add(`${client} ${Math.floor(atMs / hourMs)}`);
    this.windows.add(Math.floor(atMs / windowMs));
  }
}

/** Observes events as a format logs them, and decides afterwards which uses should be detected. */
export class Expecting {
  readonly #plan: Plan;
  readonly #format: SimulatedFormat;
  readonly #seen = new Map<number, Seen>();
  readonly #others = new Map<ConfuserKind, Set<string>>();
  readonly #kindOfHost = new Map<string, ConfuserKind>();

  constructor(plan: Plan, format: SimulatedFormat) {
    this.#plan = plan;
    this.#format = format;
  }

  /** The events, unchanged. */
  *watch(events: Iterable<NetworkEvent>): Generator<NetworkEvent> {
    for (const event of events) {
      if (event.what === "flow") this.#addFlow(event.flow);
      else if (this.#format.grain === "lookup") {
        const { use, host, client, atMs } = event.lookup;
        this.#addCall(use, host, client.address, atMs);
      }
      yield event;
    }
  }

  result(): Expectation {
    const others = new Map([...this.#others].map(([kind, pairs]) => [kind, pairs.size] as const));
    const uses = this.#plan.uses.map((use) => ({ use, expected: this.#isExpected(use) }));
    return { uses, others, kindOfHost: this.#kindOfHost };
  }

  #addFlow(flow: Flow): void {
    const { use, client, server, startMs, exchanges } = flow;
    if (use === null) {
      const kind = flow.kind as ConfuserKind;
      this.#kindOfHost.set(server.host, kind);
      entryOf(this.#others, kind, () => new Set()).add(`${server.host} ${scopeOf(client)}`);
      return;
    }
    if (!this.#shows(flow)) return;
    const { grain } = this.#format;
    const isWhole = grain === "connection" || grain === "window" || grain === "tunnel";
    const times = isWhole ? [startMs] : exchanges.map((one) => one.startMs);
    for (const atMs of times) this.#addCall(use, server.host, client.address, atMs);
  }

  /** Whether the format has lines of the connection. */
  #shows(flow: Flow): boolean {
    switch (this.#format.grain) {
      case "connection":
      case "window":
        return this.#format.cleartextPaths || !isPrivateAddress(flow.server.address);
      case "tunnel":
      case "request":
        return throughProxy(flow);
      case "span":
        return flow.instrumented;
      case "lookup":
        return false;
    }
  }

  #addCall(use: number | null, host: string, client: string, atMs: number): void {
    if (use === null || this.#plan.uses[use]?.host !== host) return;
    entryOf(this.#seen, use, () => new Seen()).add(client, atMs);
  }

  #isExpected({ id, kind, catalogue }: PlannedUse): boolean {
    const seen = this.#seen.get(id);
    if (seen === undefined || kind === "casual_visit") return false;
    const { grain, bytes, cleartextPaths } = this.#format;
    const busiest = Math.max(...seen.callsByDay.values());
    if (grain === "span") return true;
    if (grain === "lookup") return catalogue && busiest >= opening.dnsQueries;
    if (kind === "self_hosted") return cleartextPaths;
    if (!catalogue) return bytes === "both" && grain !== "window" && seen.windows.size >= opening.windows;
    if (data.useKinds[kind].access !== "WEB") return true;
    const sessions = Math.max(...[...seen.sessionsByDay.values()].map(({ size }) => size));
    return sessions >= opening.webSessions || busiest >= opening.webCalls;
  }
}
