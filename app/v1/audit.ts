import {
  appendBatch,
  appendEvent,
  exportEvents,
  exportTypes,
  getNeighbours,
  listEvents,
  proveInclusion,
  streamEvents,
  streamType,
} from "@/lib/domains/audit-chain";
import {
  AppendBatch,
  AppendBatchQuery,
  AppendEvent,
  AppendedEvent,
  AuditEventDetail,
  BatchResult,
  batchEventsMax,
  EventList,
  EventNeighbours,
  ExportEventsQuery,
  ListEventsQuery,
} from "@/lib/domains/audit-chain/schemas";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { InclusionProof, InclusionProofQuery } from "@/lib/domains/audit-chain/schemas-proofs";
import { exampleStream, StreamEventsQuery } from "@/lib/domains/audit-chain/schemas-streams";
import { eraseEvent } from "@/lib/domains/erasure";
import { EraseContent, Erasure } from "@/lib/domains/erasure/schemas";
import { getEventWithTickets } from "@/lib/domains/integrations";
import { parseNdjson, Reply, recordRoute, resources, route, withFirstChunk } from "@/lib/platform/http";

const read = { scope: "audit:read", limit: "audit.read" } as const;
const write = { scope: "audit:write", limit: "audit.write" } as const;

export const audit = resources({
  "/v1/audit": {
    GET: route({
      summary: "List audit events",
      description:
        "Returns audit events in descending order of `chainPosition`. The service recomputes the hashes of each event and returns the result as `verified`. All pages show the chain as it was at the first request. To see later events, request the first page again.",
      scope: "audit:read",
      limit: "audit.list",
      query: ListEventsQuery,
      response: EventList,
      handler: (ctx, { query }) => listEvents(ctx, query),
    }),
    POST: route({
      ...write,
      summary: "Append an audit event",
      description:
        "Appends one event to the organisation's chain and responds after the event is committed. The `Idempotency-Key` is stored permanently with the event. A repeated request that arrives while the first one is in progress waits and returns the same response.",
      body: AppendEvent,
      response: AppendedEvent,
      status: 201,
      idempotent: "operation",
      errors: ["model_not_registered", "idempotency_key_reused", "unavailable"],
      handler: async (ctx, { body, idempotency }) => {
        const { event, replayed } = await appendEvent(ctx, body, idempotency);
        return replayed ? Reply.data(event, { headers: { "Idempotent-Replayed": "true" } }) : event;
      },
    }),
  },
  "/v1/audit/batch": {
    POST: route({
      ...write,
      summary: "Append a batch of audit events",
      description:
        'Appends up to 1,000 events in order. By default, either all events are appended or none are. With `partial=true`, all valid events are appended and the response contains a result for each event. The body is `{ "events": [...] }` or one event per line (`application/x-ndjson`). Each event counts as one request towards the `POST /v1/audit` rate limit. If the batch contains more events than the limit allows per minute, the response is 422 `batch_exceeds_limit` with `maxEvents`.',
      cost: (body) => body.events.length,
      query: AppendBatchQuery,
      body: AppendBatch,
      bodyLimit: 8 * 1024 * 1024,
      bodyParsers: { "application/x-ndjson": (text) => ({ events: parseNdjson(text, "events", batchEventsMax) }) },
      response: BatchResult,
      status: 201,
      idempotent: true,
      errors: ["batch_exceeds_limit", "model_not_registered", "unavailable"],
      handler: (ctx, { body, query }) => appendBatch(ctx, body.events, query.partial),
    }),
  },
  "/v1/audit/export": {
    GET: route({
      ...read,
      summary: "Export audit events",
      description:
        "Streams all events that match the filter as NDJSON or CSV, newest first. CSV cells that a spreadsheet would interpret as formulas are prefixed with an apostrophe.",
      query: ExportEventsQuery,
      response: {
        stream: Object.values(exportTypes),
        examples: { [exportTypes.ndjson]: `${JSON.stringify(exampleEvent)}\n` },
      },
      responseHeaders: { "Content-Disposition": "Suggested name for the downloaded file." },
      handler: async (ctx, { query }) =>
        Reply.stream(await withFirstChunk(exportEvents(ctx, query)), exportTypes[query.format], {
          headers: { "Content-Disposition": `attachment; filename="audit-events.${query.format}"` },
        }),
    }),
  },
  "/v1/audit/stream": {
    GET: route({
      ...read,
      summary: "Stream audit events",
      description:
        "Returns the events after a position, oldest first, as one JSON value per line. The last line has the type `stream.position` and contains the position to continue from, even if no events match the filter. If that line is missing, the response is incomplete: continue after the last event in it. With `wait`, the service responds as soon as an event is appended. If no event is appended within `wait` seconds, the response contains only the last line. Positions have no gaps, and no event is ever inserted at an earlier position. A position after the end of the chain returns 400.",
      query: StreamEventsQuery,
      response: { stream: [streamType], examples: { [streamType]: exampleStream } },
      handler: async (ctx, { query, request }) =>
        Reply.stream(await streamEvents(ctx, query, request.signal), streamType),
    }),
  },
});

export const auditEvent = resources({
  "/v1/audit/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an audit event",
      description:
        "Returns the event with all fields needed to recompute its hashes, and the integration tickets that refer to it. Tickets are not part of the hashed content.",
      response: AuditEventDetail,
      handler: (ctx, { params }) => getEventWithTickets(ctx, params.id),
    }),
  },
  "/v1/audit/{id}/proof": {
    GET: recordRoute({
      ...read,
      summary: "Get an inclusion proof",
      description:
        "Returns the RFC 6962 inclusion proof of the event in the tree of the first `size` events, with the signed checkpoint of that size, if there is one. If no checkpoint covers the event yet, the service issues one. Each proof is checked before it is returned. Returns 409 if the stored event has been changed.",
      query: InclusionProofQuery,
      response: InclusionProof,
      errors: ["conflict", "unavailable"],
      handler: (ctx, { params, query }) => proveInclusion(ctx, params.id, query),
    }),
  },
  "/v1/audit/{id}/neighbours": {
    GET: recordRoute({
      ...read,
      summary: "Get the previous and next events",
      description:
        "Returns the events directly before and after an event. On an intact chain, `previous.blockHash` equals the event's `previousHash`, and the event's `blockHash` equals `next.previousHash`.",
      response: EventNeighbours,
      handler: (ctx, { params }) => getNeighbours(ctx, params.id),
    }),
  },
  "/v1/audit/{id}/erasure": {
    POST: recordRoute({
      summary: "Erase an audit event's content",
      description:
        "Permanently deletes the event's actor, payload, salt, tags and metadata, and records the erasure on the chain. The header and hashes are kept, so the chain can still be verified. Copies of the content in other records are also deleted. Packages and alerts cannot be changed; the response lists those that may contain the content. Returns 409 `erasure_disabled` unless the organisation's `contentErasure` setting is `true`, 409 `legal_hold` if a legal hold covers the event, 409 `conflict` if the content was already erased, and 422 for events of the system model.",
      scope: "admin",
      permission: "audit:erase",
      limit: "erasures.write",
      body: EraseContent,
      response: Erasure,
      status: 201,
      idempotent: true,
      errors: ["conflict", "erasure_disabled", "legal_hold", "not_erasable"],
      handler: (ctx, { params, body }) => eraseEvent(ctx, params.id, body),
    }),
  },
});
