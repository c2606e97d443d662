import type { Activity, ActivityKind } from "@/lib/domains/activity/schemas";
import { type LastChange, readActivityStored } from "@/lib/domains/activity/store";
import type { Context } from "@/lib/platform/core/context";
import { LookupCache } from "@/lib/platform/core/lookup-cache";
import { singleton } from "@/lib/platform/core/singleton";

/** Every open page polls every two seconds. A process queries the database once a second for all of them. */
const ttlMs = 1_000;
const entriesMax = 10_000;

/**
 * The state of an organisation's data, at most a second old. A revision changes with each committed change of its kind.
 * If changes commit out of order, the revision changes again half a minute later, when no earlier one can be pending.
 */
export async function readActivity(ctx: Pick<Context, "organisation" | "clock">): Promise<Activity> {
  const activity = await cache().get(ctx.organisation.id, ctx.clock);
  if (!activity) throw new Error("no activity was read");
  return activity;
}

function cache(): LookupCache<Activity> {
  return singleton("activity", () => new LookupCache(lookUp, { ttlMs, entriesMax }));
}

async function lookUp(organisationId: string): Promise<Activity> {
  const { chainPosition, checkpointSize, alertsPosition, changes } = await readActivityStored(organisationId);
  const revisions = Object.fromEntries(
    Object.entries(changes).map(([kind, change]) => [kind, revisionOf(change)]),
  ) as Record<ActivityKind, string>;
  revisions.verifications += `.${checkpointSize}`;
  revisions.alerts += `.${alertsPosition}`;
  return { chainPosition, revisions };
}

function revisionOf({ atMicros, isSettled }: LastChange): string {
  return `${(atMicros ?? 0).toString(36)}${isSettled ? "" : "-"}`;
}
