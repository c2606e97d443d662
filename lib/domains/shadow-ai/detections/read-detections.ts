import { findRecordedStates } from "@/lib/domains/shadow-ai/detections/chain-state-store";
import { countingOf } from "@/lib/domains/shadow-ai/detections/counting";
import { activityDays, type Deadlines, lastDays } from "@/lib/domains/shadow-ai/detections/deadlines";
import { findSimilar, requireDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { isAboutTime } from "@/lib/domains/shadow-ai/detections/filter-store";
import { findPage, inSnapshot, type Ordering, sortKeyOf } from "@/lib/domains/shadow-ai/detections/list-store";
import { recordStateFinding, verifyState } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { showDetections } from "@/lib/domains/shadow-ai/detections/show-detections";
import { toRiskAssessment, triageVersion } from "@/lib/domains/shadow-ai/detections/to-detection";
import { type DetectionStatus, detectionStatuses } from "@/lib/domains/shadow-ai/enums";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import type {
  ListDetections,
  ShadowAiDetectionDetail,
  ShadowAiDetectionList,
  SimilarDetections,
} from "@/lib/domains/shadow-ai/schemas";
import { readSlaDays } from "@/lib/domains/shadow-ai/schemas-settings";
import { findTickets, toTicket } from "@/lib/domains/shadow-ai/tickets/ticket-store";
import { findUsersOf } from "@/lib/domains/shadow-ai/users/user-days";
import { findTrafficOf } from "@/lib/domains/shadow-ai/uses/detection-traffic";
import type { Context } from "@/lib/platform/core/context";
import { may } from "@/lib/platform/core/roles";
import { entityTag } from "@/lib/platform/resource/entity-tag";
import { paginate, readPlace } from "@/lib/platform/resource/list-page";

const similarMax = 10;

/**
 * The organisation's detections, newest first by default. In the default order, detections opened between two pages
 * appear on no later page. In any other order, each detection appears once unless its sort key changes. `total` is
 * counted with the first page. `summary` counts under all filters except the status.
 *
 * @throws `invalid_cursor` for a cursor of another organisation, other filters or another order.
 */
export async function listDetections(ctx: Context, query: ListDetections): Promise<ShadowAiDetectionList> {
  const { limit, cursor, sort, order, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["shadow-ai-detections", organisationId, filter, sort, order];
  const place = readPlace(cursor, binding);
  const [key = "", id = ""] = place?.before.split(",") ?? [];
  const ordering: Ordering = { sort, order, behind: place && { key, id } };
  const needsDeadlines = sort === "due" || isAboutTime(filter);
  const deadlines = needsDeadlines ? await deadlinesOf(ctx) : undefined;
  const sought = { organisationId, filter, nowMs: ctx.clock.now(), deadlines };
  const { detections, counts, slaDays } = await findPage(sought, ordering, limit + 1);
  const wanted: readonly DetectionStatus[] = filter.status === undefined ? detectionStatuses : [filter.status];
  const total = place?.total ?? wanted.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const before = (row: (typeof detections)[number]) => `${sortKeyOf(row, ordering, sought)},${row.id}`;
  const { rows, pagination } = paginate(detections, { limit, place, total, binding, before });
  const { OPEN: open = 0, INVESTIGATING: investigating = 0, RESOLVED: resolved = 0, DISMISSED: dismissed = 0 } = counts;
  return {
    data: await showDetections(ctx, rows, sought.deadlines?.slaDays ?? readSlaDays(slaDays)),
    pagination,
    summary: { open, investigating, resolved, dismissed },
    snoozed: counts.SNOOZED ?? 0,
  };
}

/** As of now, by the organisation's settings. */
export async function deadlinesOf({ organisation, clock, tx }: Context): Promise<Deadlines> {
  const { slaDays } = await findSettings(tx, organisation.id);
  return { slaDays, nowMs: clock.now() };
}

/**
 * A detection of the organisation with the members that lists leave out, and its entity tag. A difference from the chain's
 * last event about it is recorded as a finding.
 *
 * @throws `not_found`
 */
export async function getDetection(
  ctx: Context,
  id: string,
): Promise<{ detection: ShadowAiDetectionDetail; tag: string }> {
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const dates = lastDays(nowMs, activityDays);
  const { stored, recorded, traffic, tickets, users, slaDays } = await inSnapshot(async (tx) => {
    const stored = await requireDetection(tx, organisationId, id);
    const recorded = await findRecordedStates(tx, organisationId, [id]);
    const traffic = await findTrafficOf(tx, stored, `${dates[0]}T00:00:00.000Z`);
    const tickets = await findTickets(tx, organisationId, id);
    const users = may(ctx, "shadow_ai:users") ? await findUsersOf(tx, stored, nowMs) : null;
    const { slaDays } = await findSettings(tx, organisationId);
    return { stored, recorded: recorded.get(id), traffic, tickets, users, slaDays };
  });
  const finding = verifyState(stored, recorded);
  if (finding) await recordStateFinding(ctx.tx, organisationId, finding, new Date(nowMs));
  const [shown] = await showDetections(ctx, [stored], slaDays);
  if (!shown) throw new Error("a detection is not shown");
  const byDay = new Map(traffic.days.map((figures) => [figures.day, figures]));
  return {
    detection: {
      ...shown,
      verified: finding === undefined,
      riskAssessment: toRiskAssessment(stored),
      activity: dates.map((date) => {
        const { calls = 0, dnsQueries = 0, bytesOut = 0 } = byDay.get(date) ?? {};
        return { date, calls, dnsQueries, bytesOut };
      }),
      clientRanges: traffic.clientRanges,
      counting: countingOf(traffic.sources),
      tickets: tickets.map(toTicket),
      users,
      timeline: { auditEvents: `/v1/audit?tags=${id}` },
    },
    tag: entityTag(triageVersion(stored)),
  };
}

/**
 * Other detections of the same use, then of its host, of its provider and of its department, each newest first, at most ten.
 *
 * @throws `not_found`
 */
export async function findSimilarDetections(ctx: Context, id: string): Promise<SimilarDetections> {
  const organisationId = ctx.organisation.id;
  const stored = await requireDetection(ctx.tx, organisationId, id);
  const [similar, { slaDays }] = await Promise.all([
    findSimilar(stored, similarMax),
    findSettings(ctx.tx, organisationId),
  ]);
  return { data: await showDetections(ctx, similar, slaDays) };
}
