import { listReports } from "@/lib/domains/reports";
import { ListReports, ReportList } from "@/lib/domains/reports/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports", {
  GET: route(
    {
      summary: "List reports",
      description:
        "The organisation's reports, newest first, also those that are being made or have failed. Reports asked for while you page through show on no later page.",
      scope: "reports:read",
      limit: "reports.read",
      query: ListReports,
      response: ReportList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listReports(ctx, query),
  ),
});
