import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { entityTag } from "@/lib/resource/entity-tag";
import { paginate, readPlace } from "@/lib/resource/list-page";
import { withMembership } from "@/lib/shadow-ai/detections/assignees";
import { findRecordedStates } from "@/lib/shadow-ai/detections/chain-state-store";
import { type Deadlines, lastDays } from "@/lib/shadow-ai/detections/deadlines";
import { findDetection, findSimilar } from "@/lib/shadow-ai/detections/detection-store";
import { isAboutTime } from "@/lib/shadow-ai/detections/filter-store";
import {
  findPage,
  inSnapshot,
  type Ordering,
  type StatusCounts,
  sortKeyOf,
} from "@/lib/shadow-ai/detections/list-store";
import { toDetection, toRiskAssessment, triageVersion } from "@/lib/shadow-ai/detections/to-detection";
import { recordStateFindings } from "@/lib/shadow-ai/detections/verify-detections";
import { verifyState } from "@/lib/shadow-ai/detections/verify-state";
import { findSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type {
  ListDetections,
  ShadowAiDetectionDetail,
  ShadowAiDetectionList,
  SimilarDetections,
} from "@/lib/shadow-ai/schemas";
import { readSlaDays } from "@/lib/shadow-ai/schemas-settings";
import { findDays } from "@/lib/shadow-ai/uses/traffic-store";
import { type DetectionStatus, detectionStatuses } from "@/lib/shadow-ai/vocabulary";

/**
 * The organisation's detections in the order that is asked for, newest first where none is. Of that order, detections made
 * between two pages show on neither; of any other, each shows once unless what it is sorted by changes meanwhile. `total` is
 * that of the first page. `summary` counts under the other filters, whatever status is asked for. Throws `invalid_cursor` for
 * a cursor of another organisation, other filters or another order.
 */
export async function listDetections(ctx: Context, query: ListDetections): Promise<ShadowAiDetectionList> {
  const { limit, cursor, sort, order, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["shadow-ai-detections", organisationId, filter, sort, order];
  const place = readPlace(cursor, binding);
  const ordering: Ordering = { sort, order, behind: place && readKey(place.before) };
  const isAboutDue = sort === "due" || isAboutTime(filter);
  const sought = { organisationId, filter, deadlines: isAboutDue ? await deadlinesOf(ctx) : undefined };
  const { detections, counts, slaDays } = await findPage(sought, ordering, limit + 1);
  const total = place?.total ?? totalOf(counts, filter.status);
  const before = (row: (typeof detections)[number]) => `${sortKeyOf(row, ordering, sought)},${row.id}`;
  const { rows, pagination } = paginate(detections, { limit, place, total, binding, before });
  const { OPEN: open = 0, INVESTIGATING: investigating = 0, RESOLVED: resolved = 0, DISMISSED: dismissed = 0 } = counts;
  const days = sought.deadlines?.slaDays ?? readSlaDays(slaDays);
  return {
    data: await withMembership(
      ctx,
      ctx.tx,
      rows.map((row) => toDetection(row, days)),
    ),
    pagination,
    summary: { open, investigating, resolved, dismissed },
  };
}

/** As of now, by the organisation's settings. */
export async function deadlinesOf({ organisation, clock, tx }: Context): Promise<Deadlines> {
  const { slaDays } = await findSettings(tx, organisation.id);
  return { slaDays, nowMs: clock.now() };
}

function readKey(before: string): Ordering["behind"] {
  const [key = "", id = ""] = before.split(",");
  return { key, id };
}

function totalOf(counts: StatusCounts, status: DetectionStatus | undefined): number {
  const wanted: readonly DetectionStatus[] = status === undefined ? detectionStatuses : [status];
  return wanted.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
}

const activityDays = 30;

/**
 * A detection of the organisation with what a list leaves out, and its entity tag. It is compared with the chain's last event
 * about it: what does not agree is written down as a finding. Throws `not_found`.
 */
export async function getDetection(
  ctx: Context,
  id: string,
): Promise<{ detection: ShadowAiDetectionDetail; tag: string }> {
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const dates = lastDays(nowMs, activityDays);
  const read = await inSnapshot(async (tx) => {
    const stored = await findDetection(tx, organisationId, id);
    if (!stored) return undefined;
    const recorded = await findRecordedStates(tx, organisationId, [id]);
    const { fingerprint } = stored;
    const days = await findDays(tx, organisationId, [{ fingerprint, since: `${dates[0]}T00:00:00.000Z` }]);
    const { slaDays } = await findSettings(tx, organisationId);
    return { stored, recorded: recorded.get(id), days: days.get(fingerprint) ?? [], slaDays };
  });
  if (!read) throw notFound("detection");
  const { stored, recorded, days, slaDays } = read;
  const finding = verifyState(stored, recorded);
  if (finding) await recordStateFindings(ctx.tx, organisationId, [finding], new Date(nowMs));
  const [shown] = await withMembership(ctx, ctx.tx, [toDetection(stored, slaDays)]);
  if (!shown) throw new Error("a detection is not shown");
  const traffic = new Map(days.map(({ day, stats }) => [day, stats]));
  return {
    detection: {
      ...shown,
      verified: finding === undefined,
      riskAssessment: toRiskAssessment(stored),
      activity: dates.map((date) => {
        const { calls = 0, bytesOut = 0 } = traffic.get(date) ?? {};
        return { date, calls, bytesOut };
      }),
      timeline: { auditEvents: `/v1/audit?tags=${id}` },
    },
    tag: entityTag(triageVersion(stored)),
  };
}

const similarMax = 10;

/**
 * Detections that tell of what may be the same: others of the same use, then those of its host, of its provider and of its
 * department, each newest first, at most ten. Throws `not_found`.
 */
export async function findSimilarDetections(ctx: Context, id: string): Promise<SimilarDetections> {
  const organisationId = ctx.organisation.id;
  const stored = await findDetection(ctx.tx, organisationId, id);
  if (!stored) throw notFound("detection");
  const [similar, { slaDays }] = await Promise.all([
    findSimilar(stored, similarMax),
    findSettings(ctx.tx, organisationId),
  ]);
  const data = similar.map((one) => toDetection(one, slaDays));
  return { data: await withMembership(ctx, ctx.tx, data) };
}
