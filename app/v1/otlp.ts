import {
  decodeExport,
  encodeResponse,
  encodeStatus,
  receiveExport,
  type TelemetryExport,
} from "@/lib/domains/opentelemetry";
import { jsonType, protobufType, type Signal } from "@/lib/domains/opentelemetry/enums";
import { ExportLogsServiceResponse, ExportTraceServiceResponse } from "@/lib/domains/opentelemetry/schemas";
import type { Context } from "@/lib/platform/core/context";
import { Reply, resources, route } from "@/lib/platform/http";

const records = { traces: "spans", logs: "log records" };
const example = {
  traces: {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx" } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: "5b8efff798038103d269b633813fc60c",
                spanId: "eee19b7ec3c1b174",
                name: "chat gpt-4o",
                startTimeUnixNano: "1768471200000000000",
                endTimeUnixNano: "1768471201250000000",
                attributes: [
                  { key: "gen_ai.operation.name", value: { stringValue: "chat" } },
                  { key: "gen_ai.request.model", value: { stringValue: "gpt-4o" } },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  logs: { resourceLogs: [] },
};

function intake(signal: Signal) {
  return route({
    summary: `Send ${records[signal]} by OTLP/HTTP`,
    description: `Records operations of AI systems as audit events. The endpoint implements OTLP/HTTP with protobuf and JSON, optionally compressed with gzip: set \`OTEL_EXPORTER_OTLP_ENDPOINT\` to \`/v1/otlp\` of this service. Model calls and agent steps become events of type INFERENCE, tool calls and retrievals events of type DATA_ACCESS. Prompts and completions are hashed. An operation is recorded once, however often it is sent. Records without AI operations are accepted and not recorded. Operations whose model is not registered are rejected: \`partialSuccess\` has their number and the reasons. Each operation counts once against the \`POST /v1/audit\` limit. Errors in response to protobuf are a protobuf-encoded \`Status\`.`,
    scope: "audit:write",
    limit: "audit.write",
    cost: ({ operations }) => Math.max(1, operations.length),
    body: {
      stream: [protobufType, jsonType],
      encodings: ["gzip"],
      decode: decodeExport(signal),
      examples: { [jsonType]: JSON.stringify(example[signal]) },
    },
    bodyLimit: 8 * 1024 * 1024,
    response: signal === "traces" ? ExportTraceServiceResponse : ExportLogsServiceResponse,
    responseTexts: { [protobufType]: undefined },
    errors: ["batch_exceeds_limit", "unavailable"],
    errorBody: ({ message }, request) =>
      isProtobuf(request) ? { bytes: encodeStatus(message), type: protobufType } : undefined,
    handler: (ctx, { body, request }) => receive(ctx, body, request),
  });
}

async function receive(ctx: Context, body: TelemetryExport, request: Request): Promise<Reply> {
  const outcome = await receiveExport(ctx, body);
  if (isProtobuf(request)) return Reply.text(encodeResponse(outcome), protobufType);
  const { rejected, message } = outcome;
  const count = body.signal === "traces" ? "rejectedSpans" : "rejectedLogRecords";
  return Reply.data(message === "" ? {} : { partialSuccess: { [count]: String(rejected), errorMessage: message } });
}

function isProtobuf({ headers }: Request): boolean {
  return headers.get("content-type")?.toLowerCase().startsWith(protobufType) ?? false;
}

export const otlp = resources({
  "/v1/otlp/v1/traces": { POST: intake("traces") },
  "/v1/otlp/v1/logs": { POST: intake("logs") },
});
