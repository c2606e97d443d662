import {
  createRule,
  decodeExport,
  deleteRule,
  encodeResponse,
  encodeStatus,
  listRules,
  listTelemetrySources,
  receiveExport,
  type TelemetryExport,
} from "@/lib/domains/opentelemetry";
import { jsonType, protobufType, type Signal } from "@/lib/domains/opentelemetry/enums";
import {
  CreateTelemetryRule,
  ExportLogsServiceResponse,
  ExportTraceServiceResponse,
  ListTelemetryRules,
  ListTelemetrySources,
  TelemetryRule,
  TelemetryRuleList,
  TelemetrySourceList,
} from "@/lib/domains/opentelemetry/schemas";
import type { Context } from "@/lib/platform/core/context";
import { Reply, recordRoute, resources, route } from "@/lib/platform/http";

const records = { traces: "spans", logs: "log records" };
const recordNames = { traces: "Spans", logs: "Log records" };
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
    summary: `Send ${records[signal]} over OTLP/HTTP`,
    description: `Records operations of AI systems as audit events. The endpoint implements OTLP/HTTP with protobuf and JSON, optionally compressed with gzip. Set \`OTEL_EXPORTER_OTLP_ENDPOINT\` to the address of the service followed by \`/v1/otlp\`, such as \`https://audit.example.com/v1/otlp\`. Model calls and agent steps are recorded as INFERENCE events. Tool calls, retrievals and call details from log records are recorded as DATA_ACCESS events. Prompts and completions are hashed unless a telemetry rule sets \`contents\` to \`STORED\`. Each operation is recorded only once, even if you send it again. ${recordNames[signal]} that describe no AI operation are accepted but not recorded. Operations whose model is not registered are rejected. \`partialSuccess\` contains the number of rejected ${records[signal]} and the reasons. Each operation counts once towards the \`POST /v1/audit\` rate limit. For protobuf requests, error responses contain a protobuf-encoded \`Status\`.`,
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
  "/v1/telemetry/rules": {
    GET: route({
      scope: "models:read",
      limit: "models.read",
      summary: "List telemetry rules",
      description:
        "Returns the rules that assign telemetry to registered models, newest first. If several rules match, the rule with the largest number of exact names (names without `*`) applies. Ties are broken by the largest number of names, then by the greatest total length of the names, and then by the earliest creation time.",
      query: ListTelemetryRules,
      response: TelemetryRuleList,
      handler: (ctx, { query }) => listRules(ctx, query),
    }),
    POST: route({
      scope: "models:write",
      limit: "models.write",
      summary: "Create a telemetry rule",
      description:
        "Assigns the operations of a service, provider or model name to a registered model. The rule applies to telemetry received later and is recorded on the chain. Model owners cannot override a rule for another owner's model. Unregistered sources that match the rule are removed from the list of sources. Returns 409 if a rule with the same names exists, or if the organisation already has 1,000 rules.",
      body: CreateTelemetryRule,
      response: TelemetryRule,
      status: 201,
      idempotent: true,
      errors: ["conflict", "model_not_registered"],
      handler: (ctx, { body }) => createRule(ctx, body),
    }),
  },
  "/v1/telemetry/rules/{id}": {
    DELETE: recordRoute({
      scope: "models:write",
      limit: "models.write",
      summary: "Delete a telemetry rule",
      description:
        "Permanently deletes the rule and records the deletion on the chain. Events that were recorded under the rule are kept.",
      handler: (ctx, { params }) => deleteRule(ctx, params.id),
    }),
  },
  "/v1/telemetry/sources": {
    GET: route({
      scope: "models:read",
      limit: "models.read",
      summary: "List unregistered telemetry sources",
      description:
        "Returns up to 1,000 unregistered sources, newest first. An unregistered source is a combination of service, provider and model name whose operations were rejected because no registered model matches.",
      query: ListTelemetrySources,
      response: TelemetrySourceList,
      handler: (ctx, { query }) => listTelemetrySources(ctx, query),
    }),
  },
});
