import { withMembership } from "@/lib/domains/shadow-ai/detections/assignees";
import { dayMs, endingMs } from "@/lib/domains/shadow-ai/detections/deadlines";
import { findDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import { deadlinesOf } from "@/lib/domains/shadow-ai/detections/read-detections";
import { toDetection } from "@/lib/domains/shadow-ai/detections/to-detection";
import { getSettings } from "@/lib/domains/shadow-ai/organisation/settings";
import {
  countDetectedSince,
  countUndecided,
  findQueue,
  findSourceStates,
  findTopIds,
} from "@/lib/domains/shadow-ai/overview/store";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { Context } from "@/lib/platform/core/context";

const topMax = 5;

/** Counts of new and undecided detections, and the undecided ones to look at first. The cost does not grow with their number. */
export async function readDetectionFigures(ctx: Context) {
  const organisationId = ctx.organisation.id;
  const since = [1, 7, 14].map((days) => new Date(ctx.clock.now() - days * dayMs));
  const [undecided, [new24h = 0, new7d = 0, new14d = 0], top] = await Promise.all([
    countUndecided(organisationId),
    countDetectedSince(organisationId, since),
    readTop(ctx),
  ]);
  return { new24h, new7d, previous7d: new14d - new7d, ...undecided, top };
}

async function readTop(ctx: Context): Promise<ShadowAiDetection[]> {
  const [ids, { slaDays }] = await Promise.all([findTopIds(ctx.organisation.id, topMax), getSettings(ctx)]);
  const stored = await findDetections(undefined, ctx.organisation.id, ids);
  const places = new Map(ids.map((id, place) => [id, place]));
  const shown = stored
    .sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    .map((detection) => toDetection(detection, slaDays));
  return withMembership(ctx, ctx.tx, shown);
}

const silentAfterMs = 24 * 3_600_000;
const sourcesMax = 8;

/** The sources that have been silent for longest, and how many are. New sources have 24 hours for their first record. */
export async function readSensors(organisationId: string, nowMs: number) {
  const silentSince = new Date(nowMs - silentAfterMs);
  const { sources, ...figures } = await findSourceStates(organisationId, silentSince, sourcesMax);
  const shown = sources.map(({ id, name, lastRecordAt, records, rejected, isSilent: silent }) => ({
    ...{ id, name, silent },
    lastRecordAt: lastRecordAt?.toISOString() ?? null,
    lagSeconds: lastRecordAt ? Math.max(0, Math.floor((nowMs - lastRecordAt.getTime()) / 1_000)) : null,
    errorRate: rejected === 0 ? 0 : rejected / (records + rejected),
  }));
  return { sources: shown, ...figures };
}

/** Detections by deadline and of the caller, exceptions that end soon, and requests that nobody has decided. */
export async function readQueue(ctx: Context) {
  const deadlines = await deadlinesOf(ctx);
  return findQueue(ctx.organisation.id, {
    deadlines,
    assignee: ctx.actor.kind === "user" ? ctx.actor.email : undefined,
    endingBy: new Date(deadlines.nowMs + endingMs),
  });
}
