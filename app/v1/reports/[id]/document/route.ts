import { getReportDocument } from "@/lib/domains/reports";
import { ReportDocument } from "@/lib/domains/reports/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/{id}/document", {
  GET: route(
    {
      summary: "Read what a report says",
      description:
        "The canonical document, of which the file is made whatever its format. 409 until the report is READY. The bytes that `fileHash` is about are those of the download.",
      scope: "reports:read",
      limit: "reports.read",
      params: IdParams,
      response: ReportDocument,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => getReportDocument(ctx, params.id),
  ),
});
