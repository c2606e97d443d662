import type { Activity } from "@/lib/domains/activity/schemas";
import { type LastChange, readActivityStored } from "@/lib/domains/activity/store";
import type { Context } from "@/lib/platform/core/context";
import { LookupCache } from "@/lib/platform/core/lookup-cache";
import { singleton } from "@/lib/platform/core/singleton";

/** Pages ask every two seconds, each of them: a process looks once a second for all that are open. */
const ttlMs = 1_000;
const entriesMax = 10_000;

/**
 * What an organisation's data has come to, as of at most a second ago. A revision differs from the one before it once
 * something of its kind was committed. Changes that were committed out of turn, the later one first, show when the last
 * of them can be no longer under way: that is one more revision, half a minute after it.
 */
export async function readActivity(ctx: Pick<Context, "organisation" | "clock">): Promise<Activity> {
  const activity = await cache().get(ctx.organisation.id, ctx.clock);
  if (!activity) throw new Error("a look-up of activity gave nothing");
  return activity;
}

function cache(): LookupCache<Activity> {
  return singleton("activity", () => new LookupCache(lookUp, { ttlMs, entriesMax }));
}

async function lookUp(organisationId: string): Promise<Activity> {
  const stored = await readActivityStored(organisationId);
  return {
    chainPosition: stored.chainPosition,
    revisions: {
      detections: revisionOf(stored.detections),
      evidence: revisionOf(stored.evidence),
      deliveries: revisionOf(stored.deliveries),
      imports: revisionOf(stored.imports),
      verifications: `${revisionOf(stored.verifications)}.${stored.checkpointSize}`,
      members: revisionOf(stored.members),
      integrations: revisionOf(stored.integrations),
      streams: revisionOf(stored.streams),
      alerts: `${revisionOf(stored.alerts)}.${stored.alertsPosition}`,
      reports: revisionOf(stored.reports),
    },
  };
}

function revisionOf({ atMicros, isSettled }: LastChange): string {
  return `${(atMicros ?? 0).toString(36)}${isSettled ? "" : "-"}`;
}
