import type { Context } from "@/lib/context";
import type { ListReports, ReportList } from "@/lib/reports/schemas";
import { countReports, findReports } from "@/lib/reports/store";
import { toReport } from "@/lib/reports/to-report";
import { paginate, readPlace } from "@/lib/resource/list-page";

/**
 * The organisation's reports, newest first. Reports asked for between two pages show on neither; `total` is that of the first
 * page. Throws `invalid_cursor` for a cursor of another organisation or other filters.
 */
export async function listReports(ctx: Context, query: ListReports): Promise<ReportList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["reports", organisationId, filter];
  const place = readPlace(cursor, binding);
  const [total, found] = await Promise.all([
    place?.total ?? countReports(organisationId, filter),
    findReports(organisationId, filter, { ...(place && { beforeId: place.before }), take: limit + 1 }),
  ]);
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: ({ id }) => id });
  const nowMs = ctx.clock.now();
  return { data: rows.map((stored) => toReport(stored, nowMs)), pagination };
}
