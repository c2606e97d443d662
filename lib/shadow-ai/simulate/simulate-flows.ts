import type { Day } from "@/lib/shadow-ai/simulate/behaviours/day";
import type { Flow, NetworkEvent } from "@/lib/shadow-ai/simulate/flow";
import { Lookups } from "@/lib/shadow-ai/simulate/lookups";
import { mergeByStart } from "@/lib/shadow-ai/simulate/merge";
import type { Plan } from "@/lib/shadow-ai/simulate/plan";
import { Random } from "@/lib/shadow-ai/simulate/random";

const dayMs = 86_400_000;

/** What is simulated: the same values give the same traffic, on every machine. */
export interface Simulation {
  seed: number;
  /** YYYY-MM-DD. */
  startDay: string;
  days: number;
  /** 1 is a firm of 200 people. */
  scale: number;
}

/** The connections of the firm and the names that its machines look up, by time. Holds one flow of each task, never a day. */
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
