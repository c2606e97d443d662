import { getReport } from "@/lib/domains/reports";
import { Report } from "@/lib/domains/reports/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/{id}", {
  GET: route(
    {
      summary: "Read a report",
      description:
        "While `status` is GENERATING, `progressPercent` says how far it is. Once READY, `downloadUrl` gives the file to whoever has the URL, for a day; `fileHash` is that of the file's bytes. A report that FAILED can be asked for again.",
      scope: "reports:read",
      limit: "reports.read",
      params: IdParams,
      response: Report,
      errors: ["not_found"],
    },
    (ctx, { params }) => getReport(ctx, params.id),
  ),
});
