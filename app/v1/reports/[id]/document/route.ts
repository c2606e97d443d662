import { getReportDocument } from "@/lib/domains/reports";
import { ReportDocument } from "@/lib/domains/reports/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/{id}/document", {
  GET: route(
    {
      summary: "Get the content of a report",
      description:
        "Returns the canonical document from which the file is generated in any format. Returns 409 until the report is READY. `fileHash` covers the bytes of the download, not this response.",
      scope: "reports:read",
      limit: "reports.read",
      params: IdParams,
      response: ReportDocument,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => getReportDocument(ctx, params.id),
  ),
});
