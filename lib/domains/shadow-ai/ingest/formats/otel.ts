import {
  jsonFormat,
  type ParseContext,
  type Reading,
  type Sighting,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { type JsonObject, listOf, numberOf, objectOf, textOf } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** Attribute names: current conventions first, then older and vendor-specific ones. */
const attributes = {
  provider: ["gen_ai.provider.name", "gen_ai.system", "llm.vendor", "llm.system"],
  model: ["gen_ai.request.model", "gen_ai.response.model", "llm.request.model", "llm.model_name"],
  operation: ["gen_ai.operation.name", "llm.request.type"],
  inputTokens: [
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens",
    "llm.token_count.prompt",
  ],
  outputTokens: [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens",
    "llm.token_count.completion",
  ],
  host: ["server.address", "net.peer.name", "net.peer.ip"],
  port: ["server.port", "net.peer.port"],
  url: ["url.full", "http.url"],
  status: ["http.response.status_code", "http.status_code"],
} as const;
const clientAttributes = ["client.address", "host.ip"];

/** Application steps around model calls. The calls themselves report the tokens. */
const noCalls = new Set(["execute_tool", "invoke_agent", "create_agent", "invoke_workflow"]);
/** Maximum number of spans per line. */
const spansMax = 10_000;

/**
 * OpenTelemetry spans about generative AI in OTLP/HTTP JSON: one request per line, or the lines of a file exporter.
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export const otel = jsonFormat((object) => Array.isArray(object.resourceSpans) || isOtherSignal(object), readRequest);

function readRequest(request: JsonObject, context: ParseContext): Reading {
  if (!Array.isArray(request.resourceSpans))
    return isOtherSignal(request) ? skip.OTHER_LOG : "The line has no resourceSpans.";
  const sightings: Sighting[] = [];
  for (const resourceSpans of request.resourceSpans) {
    const resource = attributesOf(objectOf(objectOf(resourceSpans)?.resource)?.attributes);
    const scopes = objectOf(resourceSpans)?.scopeSpans ?? objectOf(resourceSpans)?.instrumentationLibrarySpans;
    for (const scope of listOf(scopes)) {
      for (const span of listOf(objectOf(scope)?.spans)) {
        const seen = readSpan(span, resource, context);
        if (seen) sightings.push(seen);
        if (sightings.length > spansMax) return "The line has too many spans.";
      }
    }
  }
  return sightings.length === 0 ? skip.OTHER_LOG : sightings;
}

function readSpan(value: unknown, resource: Map<string, unknown>, context: ParseContext): Sighting | null {
  const span = objectOf(value);
  if (!span) return null;
  const spanAttributes = attributesOf(span.attributes);
  const first = (names: readonly string[]) =>
    names.map((name) => spanAttributes.get(name)).find((known) => known !== undefined);
  const [provider, model] = [textOf(first(attributes.provider)), textOf(first(attributes.model))];
  const operation = textOf(first(attributes.operation));
  if ((provider === null && model === null) || noCalls.has(operation ?? "")) return null;
  const startMs = parseTime(textOf(span.startTimeUnixNano), context);
  const client = clientAttributes
    .map((name) => spanAttributes.get(name) ?? resource.get(name))
    .find((known) => known !== undefined);
  return {
    atMs: startMs,
    vantage: "NETWORK_TRAFFIC",
    client: textOf(Array.isArray(client) ? client[0] : client),
    host: textOf(first(attributes.host)),
    url: textOf(first(attributes.url)),
    port: numberOf(first(attributes.port)),
    status: numberOf(first(attributes.status)),
    durationMs: parseTime(textOf(span.endTimeUnixNano), context) - startMs,
    ai: {
      provider,
      model,
      operation,
      inputTokens: numberOf(first(attributes.inputTokens)),
      outputTokens: numberOf(first(attributes.outputTokens)),
    },
  };
}

/** `{ key, value: { stringValue } }` and similar; 64-bit integers are strings. */
function attributesOf(list: unknown): Map<string, unknown> {
  const known = new Map<string, unknown>();
  for (const item of listOf(list)) {
    const { key, value } = objectOf(item) ?? {};
    if (typeof key === "string") known.set(key, attributeValue(objectOf(value)));
  }
  return known;
}

function attributeValue(value: ReturnType<typeof objectOf>): unknown {
  if (!value) return undefined;
  const list = objectOf(value.arrayValue)?.values;
  if (list !== undefined) return listOf(list).map((item) => scalarOf(objectOf(item)));
  return scalarOf(value);
}

function scalarOf(value: ReturnType<typeof objectOf>): unknown {
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue ?? undefined;
}

function isOtherSignal(request: object): boolean {
  return "resourceMetrics" in request || "resourceLogs" in request;
}
