import { getReport } from "@/lib/domains/reports";
import { Report } from "@/lib/domains/reports/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/{id}", {
  GET: route(
    {
      summary: "Get a report",
      description:
        "`progressPercent` shows the progress while `status` is GENERATING. When it is READY, anyone with `downloadUrl` can download the file for 24 hours; `fileHash` covers its bytes. You can request a FAILED report again.",
      scope: "reports:read",
      limit: "reports.read",
      params: IdParams,
      response: Report,
      errors: ["not_found"],
    },
    (ctx, { params }) => getReport(ctx, params.id),
  ),
});
