import type { Context } from "@/lib/context";
import { withMembership } from "@/lib/shadow-ai/detections/assignees";
import { findDetections } from "@/lib/shadow-ai/detections/detection-store";
import { toDetection } from "@/lib/shadow-ai/detections/to-detection";
import { getSettings } from "@/lib/shadow-ai/organisation/get-settings";
import { countDetectedSince, countUndecided, findTopIds } from "@/lib/shadow-ai/overview/store";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";

const dayMs = 86_400_000;
const topMax = 5;

/** What is new, and what is worst. */
export interface DetectionFigures {
  new24h: number;
  new7d: number;
  previous7d: number;
  open: number;
  investigating: number;
  /** Undecided ones, the most severe first and of those the longest waiting. */
  top: ShadowAiDetection[];
}

/** Figures over the organisation's detections, each of which costs the same whatever there is. */
export async function readDetectionFigures(ctx: Context): Promise<DetectionFigures> {
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
