import type { UseFacts } from "@/lib/domains/shadow-ai/detect";
import type { Flow, NetworkEvent, Plan, SimulatedFormat } from "@/lib/domains/shadow-ai/simulate";
import { isPrivateAddress, scopeOf } from "@/lib/domains/shadow-ai/simulate/firm";
import { accessOfKind, type ConfuserKind, type UseKind } from "@/lib/domains/shadow-ai/simulate/flow";
import type { PlannedUse } from "@/lib/domains/shadow-ai/simulate/plan";
import { throughProxy } from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/** Uses of one kind, and what became of them. */
export interface KindCount {
  /** Uses of which the log shows enough. */
  expected: number;
  found: number;
  /** Detections of uses that are there, expected or not. */
  right: number;
  /** Detections of the kind's hosts where nobody used them: the wrong department, or none. */
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
  /** Expected and not found, and detected without a use, each as `kind host scope`. */
  missed: string[];
  alarms: string[];
}

/** Compares what was detected with what happened, by host and by scope. A host of the catalogue has to be found as one. */
export function compare(detected: readonly UseFacts[], { uses, others, kindOfHost }: Expectation): Comparison {
  const kinds = new Map<UseKind, KindCount>();
  const confusers: Comparison["confusers"] = new Map();
  for (const [kind, pairs] of others) confusers.set(kind, { pairs, alarms: 0 });
  const missed: string[] = [];
  const alarms: string[] = [];
  for (const { use, expected } of uses) {
    const count = countOf(kinds, use.kind);
    if (!expected) continue;
    count.expected += 1;
    if (detected.some((one) => isFoundBy(use, one))) count.found += 1;
    else missed.push(`${use.kind} ${use.host} ${use.scope}`);
  }
  for (const one of detected) {
    const ofHost = uses.filter(({ use }) => isOfHost(use, one.endpoint));
    const true_ = ofHost.find(({ use }) => use.scope === one.scope);
    const nearest = true_ ?? ofHost[0];
    if (true_) countOf(kinds, true_.use.kind).right += 1;
    else {
      const kind = nearest?.use.kind ?? kindOfHost.get(one.endpoint) ?? "nothing that happened";
      alarms.push(`${kind} ${one.endpoint} ${one.scope} ${one.category}`);
      if (nearest) countOf(kinds, nearest.use.kind).wrong += 1;
      else addAlarm(confusers, kindOfHost.get(one.endpoint) ?? "nothing that happened");
    }
  }
  return { kinds, confusers, missed, alarms };
}

function countOf(kinds: Map<UseKind, KindCount>, kind: UseKind): KindCount {
  const count = kinds.get(kind) ?? { expected: 0, found: 0, right: 0, wrong: 0 };
  kinds.set(kind, count);
  return count;
}

function addAlarm(confusers: Comparison["confusers"], kind: ConfuserKind | "nothing that happened"): void {
  const count = confusers.get(kind) ?? { pairs: 0, alarms: 0 };
  confusers.set(kind, { ...count, alarms: count.alarms + 1 });
}

function isFoundBy(use: ExpectedUse["use"], detected: UseFacts): boolean {
  if (use.scope !== detected.scope || !isOfHost(use, detected.endpoint)) return false;
  return !use.catalogue || detected.entryId !== null;
}

/** The host itself, one that the use brings along, or one of them with or without `www.` and the like before it. */
function isOfHost({ host, alsoHosts }: ExpectedUse["use"], endpoint: string): boolean {
  return [host, ...alsoHosts].some(
    (one) => one === endpoint || one.endsWith(`.${endpoint}`) || endpoint.endsWith(`.${one}`),
  );
}

/** From how much on a use ought to be detected: the defaults of the settings, as the documents state them. */
const opening = { webSessions: 3, webCalls: 10, dnsQueries: 20, windows: 3 } as const;
const windowMs = 5 * 60_000;
const hourMs = 3_600_000;

/** What a log of one format shows of the truth. */
export interface Expectation {
  uses: readonly ExpectedUse[];
  /** Pairs of a host and a scope that are no use of AI, by kind; and the kind of each host. */
  others: ReadonlyMap<ConfuserKind, number>;
  kindOfHost: ReadonlyMap<string, ConfuserKind>;
}

export interface ExpectedUse {
  use: PlannedUse;
  /** Whether the log shows enough of it for a detection. */
  expected: boolean;
}

interface Seen {
  callsByDay: Map<number, number>;
  sessionsByDay: Map<number, Set<string>>;
  windows: Set<number>;
  calls: number;
}

/** Looks at events as a format shows them, and tells afterwards which uses ought to be detected in it. */
export class Expecting {
  readonly #plan: Plan;
  readonly #format: SimulatedFormat;
  readonly #seen: Seen[];
  readonly #others = new Map<ConfuserKind, Set<string>>();
  readonly #kindOfHost = new Map<string, ConfuserKind>();

  constructor(plan: Plan, format: SimulatedFormat) {
    this.#plan = plan;
    this.#format = format;
    this.#seen = plan.uses.map(() => ({
      callsByDay: new Map(),
      sessionsByDay: new Map(),
      windows: new Set(),
      calls: 0,
    }));
  }

  /** The events, unchanged. */
  *watch(events: Iterable<NetworkEvent>): Generator<NetworkEvent> {
    for (const event of events) {
      if (event.what === "flow") this.#flow(event.flow);
      else if (this.#format.grain === "lookup") {
        const { use, host, client, atMs } = event.lookup;
        if (use !== null) this.#note(use, host, client.address, atMs, 1);
      }
      yield event;
    }
  }

  result(): Expectation {
    const others = new Map([...this.#others].map(([kind, pairs]) => [kind, pairs.size] as const));
    const uses = this.#plan.uses.map((use, index) => ({ use, expected: this.#isExpected(use, this.#seen[index]) }));
    return { uses, others, kindOfHost: this.#kindOfHost };
  }

  #flow(flow: Flow): void {
    const { use, client, server, startMs, exchanges } = flow;
    if (use === null) {
      const kind = flow.kind as ConfuserKind;
      this.#kindOfHost.set(server.host, kind);
      const pairs = this.#others.get(kind) ?? new Set();
      pairs.add(`${server.host} ${scopeOf(client)}`);
      this.#others.set(kind, pairs);
      return;
    }
    if (!this.#shows(flow)) return;
    if (this.#format.grain === "connection" || this.#format.grain === "tunnel") {
      this.#note(use, server.host, client.address, startMs, 1);
      return;
    }
    for (const exchange of exchanges) this.#note(use, server.host, client.address, exchange.startMs, 1);
  }

  /** Whether the format has lines of the connection. */
  #shows(flow: Flow): boolean {
    switch (this.#format.grain) {
      case "connection":
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

  #note(id: number, host: string, client: string, atMs: number, calls: number): void {
    const seen = this.#seen[id];
    if (!seen || this.#plan.uses[id]?.host !== host) return;
    const day = Math.floor(atMs / (24 * hourMs));
    seen.calls += calls;
    seen.callsByDay.set(day, (seen.callsByDay.get(day) ?? 0) + calls);
    const sessions = seen.sessionsByDay.get(day) ?? new Set();
    sessions.add(`${client} ${Math.floor(atMs / hourMs)}`);
    seen.sessionsByDay.set(day, sessions);
    seen.windows.add(Math.floor(atMs / windowMs));
  }

  #isExpected({ kind, catalogue }: PlannedUse, seen: Seen | undefined): boolean {
    if (seen === undefined || seen.calls === 0 || kind === "casual_visit") return false;
    const { grain, bytes } = this.#format;
    const busiest = Math.max(...seen.callsByDay.values());
    if (grain === "span") return true;
    if (grain === "lookup") return catalogue && busiest >= opening.dnsQueries;
    if (kind === "self_hosted") return this.#format.cleartextPaths;
    if (!catalogue) return bytes === "both" && seen.windows.size >= opening.windows;
    if (accessOfKind[kind] !== "WEB") return true;
    const sessions = Math.max(...[...seen.sessionsByDay.values()].map(({ size }) => size));
    return sessions >= opening.webSessions || busiest >= opening.webCalls;
  }
}
