import { Reply, resource, route } from "@/lib/http";
import { requestReport } from "@/lib/reports";
import { Report, RequestReport } from "@/lib/reports/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/audit-activity", {
  POST: route(
    {
      summary: "Ask for an audit activity report",
      description:
        "Events by day, type, severity, model and actor; alerts, reviews, overrides, and changes of configuration and access. The request is taken and answered at once; the report is made in the background. Poll it at `Location` until its `status` is READY or FAILED.",
      scope: "reports:write",
      limit: "reports.write",
      body: RequestReport,
      response: Report,
      responseHeaders: { Location: "Where the report can be polled." },
      status: 202,
      idempotent: true,
    },
    async (ctx, { body }) => {
      const requested = await requestReport(ctx, "audit-activity", body);
      return Reply.data(requested, { headers: { Location: `/v1/reports/${requested.id}` } });
    },
  ),
});
