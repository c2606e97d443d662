import { Reply, resource, route } from "@/lib/http";
import { requestReport } from "@/lib/reports";
import { Report, RequestReport } from "@/lib/reports/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/shadow-ai", {
  POST: route(
    {
      summary: "Ask for a shadow AI report",
      description:
        "Detections opened, resolved and dismissed, how long they waited, times to first action and to resolution, decisions in time, providers, departments, estimated cost and exceptions. The request is taken and answered at once; the report is made in the background. Poll it at `Location` until its `status` is READY or FAILED.",
      scope: "reports:write",
      limit: "reports.write",
      body: RequestReport,
      response: Report,
      responseHeaders: { Location: "Where the report can be polled." },
      status: 202,
      idempotent: true,
    },
    async (ctx, { body }) => {
      const requested = await requestReport(ctx, "shadow-ai", body);
      return Reply.data(requested, { headers: { Location: `/v1/reports/${requested.id}` } });
    },
  ),
});
