import { requestReport } from "@/lib/domains/reports";
import { Report, RequestReport } from "@/lib/domains/reports/schemas";
import { Reply, route } from "@/lib/platform/http";

/** The operation that requests a report of a kind. `contents` is the first sentence of its description. */
export function requestRoute(kind: Parameters<typeof requestReport>[1], summary: string, contents: string) {
  return route(
    {
      summary,
      description: `${contents} The request is taken and answered at once; the report is made in the background. Poll it at \`Location\` until its \`status\` is READY or FAILED.`,
      scope: "reports:write",
      limit: "reports.write",
      body: RequestReport,
      response: Report,
      responseHeaders: { Location: "Where the report can be polled." },
      status: 202,
      idempotent: true,
    },
    async (ctx, { body }) => {
      const requested = await requestReport(ctx, kind, body);
      return Reply.data(requested, { headers: { Location: `/v1/reports/${requested.id}` } });
    },
  );
}
