import { appendBatch } from "@/lib/domains/audit-chain";
import { AppendBatch, AppendBatchQuery, BatchResult, batchEventsMax } from "@/lib/domains/audit-chain/schemas";
import { parseNdjson, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/batch", {
  POST: route(
    {
      summary: "Append a batch of audit events",
      description:
        'Appends up to 1,000 events in order, all or none. With `partial=true`, valid events are appended and the response has a result per event. The body is `{ "events": [...] }` or one event per line (`application/x-ndjson`). Each event counts once against the `POST /v1/audit` limit. A batch with more events than the per-minute limit returns 422 `batch_exceeds_limit` with `maxEvents`.',
      scope: "audit:write",
      limit: "audit.write",
      cost: (body) => body.events.length,
      query: AppendBatchQuery,
      body: AppendBatch,
      bodyLimit: 8 * 1024 * 1024,
      bodyParsers: { "application/x-ndjson": (text) => ({ events: parseNdjson(text, "events", batchEventsMax) }) },
      response: BatchResult,
      status: 201,
      idempotent: true,
      errors: ["batch_exceeds_limit", "model_not_registered", "unavailable"],
    },
    (ctx, { body, query }) => appendBatch(ctx, body.events, query.partial),
  ),
});
