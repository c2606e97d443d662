import { openReport } from "@/lib/domains/reports";
import { ReportDownloadQuery } from "@/lib/domains/reports/schemas";
import { fileReply, resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/{id}/download", {
  GET: route(
    {
      summary: "Download a report",
      description:
        "Returns the file, or the requested range of it. The token in `downloadUrl` authorises the request; an expired or altered URL returns 404. Each download is recorded on the organisation's audit chain.",
      scope: "public",
      limit: "unlimited",
      params: IdParams,
      query: ReportDownloadQuery,
      response: { stream: ["application/pdf", "text/csv", "application/json"] },
      isFile: true,
      errors: ["not_found"],
    },
    async (ctx, { params, query, request }) =>
      fileReply(request, await openReport(ctx, { reportId: params.id, token: query.token })),
  ),
});
