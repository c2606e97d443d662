import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";
import { withMembership } from "@/lib/shadow-ai/detections/assignees";
import type { Deadlines } from "@/lib/shadow-ai/detections/deadlines";
import { isAboutTime } from "@/lib/shadow-ai/detections/filter-store";
import { findPage, type StatusCounts } from "@/lib/shadow-ai/detections/list-store";
import { type Ordering, sortKeyOf } from "@/lib/shadow-ai/detections/sort-store";
import { toDetection } from "@/lib/shadow-ai/detections/to-detection";
import { findSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type { ListDetections, ShadowAiDetectionList } from "@/lib/shadow-ai/schemas";
import { readSlaDays } from "@/lib/shadow-ai/settings";
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
