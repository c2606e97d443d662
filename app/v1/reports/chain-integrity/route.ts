import { Reply, resource, route } from "@/lib/http";
import { requestReport } from "@/lib/reports";
import { Report, RequestReport } from "@/lib/reports/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/reports/chain-integrity", {
  POST: route(
    {
      summary: "Ask for a chain integrity report",
      description:
        "Verifications and their verdicts, checkpoints, findings, gaps, erasures, holds and keys of the period; and a verification of the whole chain that is run for the report. The request is taken and answered at once; the report is made in the background. Poll it at `Location` until its `status` is READY or FAILED.",
      scope: "reports:write",
      limit: "reports.write",
      body: RequestReport,
      response: Report,
      responseHeaders: { Location: "Where the report can be polled." },
      status: 202,
      idempotent: true,
    },
    async (ctx, { body }) => {
      const requested = await requestReport(ctx, "chain-integrity", body);
      return Reply.data(requested, { headers: { Location: `/v1/reports/${requested.id}` } });
    },
  ),
});
