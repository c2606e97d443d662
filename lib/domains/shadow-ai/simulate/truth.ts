import type { Flow, NetworkEvent } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Plan } from "@/lib/domains/shadow-ai/simulate/plan";

/** Records the ground truth of a simulation. Memory grows with hosts and uses, not with time. */
export class TruthRecorder {
  readonly #plan: Plan;
  readonly #counts: { connections: number; requests: number }[];
  readonly #otherHosts: Record<string, Flow["kind"]> = {};

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#counts = plan.uses.map(() => ({ connections: 0, requests: 0 }));
  }

  /** The events, unchanged. */
  *watch(events: Iterable<NetworkEvent>): Generator<NetworkEvent> {
    for (const event of events) {
      if (event.what === "flow") this.#add(event.flow);
      yield event;
    }
  }

  /** The departments, the uses with their traffic, and the kind of each host that was reached without a use of AI. */
  truth() {
    const { firm, uses } = this.#plan;
    return {
      departments: firm.departments,
      uses: uses.map(({ id, instrumented: _, clients, ...use }) => ({
        ...use,
        clients: clients.length,
        ...this.#counts[id],
      })),
      otherHosts: this.#otherHosts,
    };
  }

  #add({ use, kind, server, exchanges }: Flow): void {
    const count = use === null ? undefined : this.#counts[use];
    if (!count) {
      this.#otherHosts[server.host] = kind;
      return;
    }
    count.connections += 1;
    count.requests += exchanges.length;
  }
}
