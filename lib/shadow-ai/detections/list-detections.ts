import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/http/paging";
import { findPage, type StatusCounts } from "@/lib/shadow-ai/detections/list-store";
import { toDetection } from "@/lib/shadow-ai/detections/to-detection";
import type { ListDetections, ShadowAiDetectionList } from "@/lib/shadow-ai/schemas";
import { type DetectionStatus, detectionStatuses } from "@/lib/shadow-ai/vocabulary";

/**
 * The organisation's detections, newest first. Detections made between two pages show on neither; `total` is that of the
 * first page. `summary` counts under the other filters, whatever status is asked for. Throws `invalid_cursor` for a cursor
 * of another organisation or other filters.
 */
export async function listDetections(ctx: Context, query: ListDetections): Promise<ShadowAiDetectionList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["shadow-ai-detections", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { detections, counts } = await findPage(organisationId, filter, { beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? totalOf(counts, filter.status);
  const { rows, pagination } = paginate(detections, { limit, place, total, binding, before: ({ id }) => id });
  const { OPEN: open = 0, INVESTIGATING: investigating = 0, RESOLVED: resolved = 0, DISMISSED: dismissed = 0 } = counts;
  return { data: rows.map(toDetection), pagination, summary: { open, investigating, resolved, dismissed } };
}

function totalOf(counts: StatusCounts, status: DetectionStatus | undefined): number {
  const wanted: readonly DetectionStatus[] = status === undefined ? detectionStatuses : [status];
  return wanted.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
}
