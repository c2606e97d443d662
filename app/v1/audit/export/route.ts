import { exportEvents, exportTypes } from "@/lib/domains/audit-chain";
import { ExportEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { Reply, resource, route, withFirstChunk } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/export", {
  GET: route(
    {
      summary: "Export audit events",
      description:
        "Every event of the filter, newest first, streamed as NDJSON or CSV. CSV cells that a spreadsheet would run as a formula begin with an apostrophe.",
      scope: "audit:read",
      limit: "audit.read",
      query: ExportEventsQuery,
      response: {
        stream: Object.values(exportTypes),
        examples: { [exportTypes.ndjson]: `${JSON.stringify(exampleEvent)}\n` },
      },
      responseHeaders: { "Content-Disposition": "The name of the file." },
    },
    async (ctx, { query }) =>
      Reply.stream(await withFirstChunk(exportEvents(ctx, query)), exportTypes[query.format], {
        headers: { "Content-Disposition": `attachment; filename="audit-events.${query.format}"` },
      }),
  ),
});
