import { appendEvent, getCheckpoint, runVerification, startNightlyVerification } from "@/lib/domains/audit-chain";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { listModels, registerModel } from "@/lib/domains/models";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Actor } from "@/lib/platform/core/context";
import { type DemoModelKey, demoModels } from "./models";
import { type PlannedEvent, planEvents } from "./plan-events";
import type { Profile } from "./profiles";
import { contextOf, dayMs, demoContext, hourMs, type Step } from "./timeline";

export function planOf({ organisation, models, events }: Profile, endMs: number): PlannedEvent[] {
  return planEvents({ seed: organisation.name, models, count: events, endMs });
}

/** Registers the missing models of a profile. Returns the IDs of all. */
export async function registerModels(
  organisation: Organisation,
  { models }: Profile,
  clock: Clock,
): Promise<ReadonlyMap<DemoModelKey, string>> {
  const ctx = demoContext(organisation, clock);
  const { data: registered } = await listModels(ctx, { limit: 100 });
  const ids = new Map<DemoModelKey, string>();
  for (const key of models) {
    const { registration } = demoModels[key];
    const known = registered.find(
      ({ name, version }) => name === registration.name && version === registration.version,
    );
    ids.set(key, (known ?? (await registerModel(ctx, registration))).id);
  }
  return ids;
}

/** Events arrive seconds after their timestamps. */
const transmissionMs = 2_000;

/** Appends the planned events. Repeated steps replay them. */
export function eventSteps(
  organisation: Organisation,
  actor: Actor,
  { planned, modelIds }: { planned: PlannedEvent[]; modelIds: ReadonlyMap<DemoModelKey, string> },
): Step[] {
  return planned.map(({ model, ...event }) => ({
    atMs: Date.parse(event.timestamp) + transmissionMs,
    run: (clock) =>
      appendEvent(
        contextOf(organisation, actor, clock),
        AppendEvent.parse({ ...event, modelId: modelIds.get(model) ?? "" }),
        { key: `ide_seed-${event.timestamp}`, requestHash: event.timestamp },
      ),
  }));
}

const minuteMs = 60_000;

/** Issues a checkpoint every night, and then verifies the chain as the nightly job does: the full chain once a week. */
export function chainSteps(organisation: Organisation, endMs: number): Step[] {
  const firstMs = Math.ceil(Date.parse(organisation.createdAt) / dayMs) * dayMs;
  const verify = async (clock: Clock) => {
    const id = await startNightlyVerification(organisation.id, clock, isoMilliseconds(clock.now()));
    await runVerification(organisation.id, id, clock);
  };
  const steps: Step[] = [];
  for (let nightMs = firstMs + 2 * hourMs; nightMs + hourMs < endMs; nightMs += dayMs) {
    steps.push(
      { atMs: nightMs, run: (clock) => getCheckpoint({ organisation, clock }) },
      { atMs: nightMs + 17 * minuteMs, run: verify },
    );
  }
  return steps;
}
