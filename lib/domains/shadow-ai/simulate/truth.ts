import type { DepartmentRange } from "@/lib/domains/shadow-ai/records";
import type { ConfuserKind, Flow, NetworkEvent, UseKind } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Plan } from "@/lib/domains/shadow-ai/simulate/plan";

/** What really happened: the measure of what is detected. */
export interface Truth {
  departments: readonly DepartmentRange[];
  uses: readonly TrueUse[];
  /** Hosts that were reached without a use of AI, and what for. */
  otherHosts: Record<string, ConfuserKind | UseKind>;
}

export interface TrueUse {
  kind: UseKind;
  /** The host, and further ones that the use brings along. */
  host: string;
  alsoHosts: readonly string[];
  /** Department, else masked range. */
  scope: string;
  /** Whether a catalogue can know the host. */
  catalogue: boolean;
  clients: number;
  connections: number;
  requests: number;
  lookups: number;
  bytesOut: number;
  bytesIn: number;
  /** Null where nothing happened. */
  firstAt: string | null;
  lastAt: string | null;
}

/** Writes down what passes by. Grows with hosts and uses, not with time. */
export class TruthRecorder {
  readonly #plan: Plan;
  readonly #uses: TrueUse[];
  readonly #hosts = new Map<string, ConfuserKind | UseKind>();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#uses = plan.uses.map(({ kind, host, alsoHosts, scope, catalogue, clients }) => ({
      ...{ kind, host, alsoHosts, scope, catalogue, clients: clients.length },
      ...{ connections: 0, requests: 0, lookups: 0, bytesOut: 0, bytesIn: 0, firstAt: null, lastAt: null },
    }));
  }

  /** The events, unchanged, with what they tell written down. */
  *watch(events: Iterable<NetworkEvent>): Generator<NetworkEvent> {
    for (const event of events) {
      if (event.what === "flow") this.#flow(event.flow);
      else if (event.lookup.use !== null) this.#of(event.lookup.use).lookups += 1;
      yield event;
    }
  }

  truth(): Truth {
    return { departments: this.#plan.firm.departments, uses: this.#uses, otherHosts: Object.fromEntries(this.#hosts) };
  }

  #flow(flow: Flow): void {
    if (flow.use === null) {
      this.#hosts.set(flow.server.host, flow.kind);
      return;
    }
    const use = this.#of(flow.use);
    use.connections += 1;
    use.requests += flow.exchanges.length;
    use.bytesOut += flow.bytesOut;
    use.bytesIn += flow.bytesIn;
    use.firstAt ??= new Date(flow.startMs).toISOString();
    use.lastAt = new Date(flow.startMs).toISOString();
  }

  #of(id: number): TrueUse {
    const use = this.#uses[id];
    if (!use) throw new Error(`There is no use ${id}.`);
    return use;
  }
}
