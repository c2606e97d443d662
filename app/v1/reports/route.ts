import { listReports } from "@/lib/domains/reports";
import { ListReports, ReportList } from "@/lib/domains/reports/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports", {
  GET: route(
    {
      summary: "List reports",
      description:
        "Returns the organisation's reports in any status, newest first. Reports requested while you page through do not appear on later pages.",
      scope: "reports:read",
      limit: "reports.read",
      query: ListReports,
      response: ReportList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listReports(ctx, query),
  ),
});
