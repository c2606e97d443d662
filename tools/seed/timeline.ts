import { allowSimulatedTime, type Clock } from "@/lib/platform/core/clock";
import type { Actor, Context, OrganisationContext } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { scopes } from "@/lib/platform/core/roles";

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** A step of an organisation's sample history, with the time at which it happens. */
export interface Step {
  atMs: number;
  run: (clock: Clock) => Promise<unknown>;
}

/** Runs the steps in the order of their times. */
export async function runTimeline(steps: readonly Step[]): Promise<void> {
  for (const { atMs, run } of steps.toSorted((one, other) => one.atMs - other.atMs)) await run(fixedClock(atMs));
}

/** Lets simulated clocks set the time at which events are recorded while `run` runs. */
export async function withSimulatedTime<T>(run: () => Promise<T>): Promise<T> {
  allowSimulatedTime(true);
  try {
    return await run();
  } finally {
    allowSimulatedTime(false);
  }
}

export function fixedClock(nowMs: number): Clock {
  return { now: () => nowMs };
}

/** The context of the demo itself. */
export function demoContext(organisation: OrganisationContext, clock: Clock): Context {
  return contextOf(organisation, { kind: "system", id: "demo" }, clock);
}

/** A context with all scopes. */
export function contextOf(organisation: OrganisationContext, actor: Actor, clock: Clock): Context {
  return { organisation, actor, scopes: new Set(scopes), clock, requestId: newId("request") };
}
