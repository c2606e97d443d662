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
        "Streams all events that match the filter as NDJSON or CSV, newest first. CSV cells that a spreadsheet would run as a formula are prefixed with an apostrophe.",
      scope: "audit:read",
      limit: "audit.read",
      query: ExportEventsQuery,
      response: {
        stream: Object.values(exportTypes),
        examples: { [exportTypes.ndjson]: `${JSON.stringify(exampleEvent)}\n` },
      },
      responseHeaders: { "Content-Disposition": "The file name." },
    },
    async (ctx, { query }) =>
      Reply.stream(await withFirstChunk(exportEvents(ctx, query)), exportTypes[query.format], {
        headers: { "Content-Disposition": `attachment; filename="audit-events.${query.format}"` },
      }),
  ),
});
