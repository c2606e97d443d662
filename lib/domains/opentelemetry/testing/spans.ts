import { ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { readExport, type SpanRecord } from "@/lib/domains/opentelemetry/read-export";

type SpanAttributes = Record<string, string | number | boolean | string[]>;

/** A chat as the OpenTelemetry instrumentations record it. */
export const chat: SpanAttributes = {
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "openai",
  "gen_ai.request.model": "gpt-4o",
  "gen_ai.response.model": "gpt-4o-2024-08-06",
  "gen_ai.usage.input_tokens": 12,
  "gen_ai.usage.output_tokens": 7,
  "gen_ai.response.finish_reasons": ["stop"],
  "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Hello"}]}]',
};

/** Spans of one trace, recorded by the OpenTelemetry SDK. The first one is the parent of the others. */
export function recordSpans(service: string, given: SpanAttributes[]): ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("test");
  const startTime = Date.now() - 60_000;
  let context = ROOT_CONTEXT;
  for (const [i, attributes] of given.entries()) {
    const span = tracer.startSpan(`span ${i}`, { attributes, startTime }, context);
    if (i === 0) context = trace.setSpan(ROOT_CONTEXT, span);
    span.end(startTime + 250);
  }
  return exporter.getFinishedSpans();
}

/** Spans in the encodings of the exporters. */
export function encodeSpans(
  spans: ReadableSpan[],
  encoding: "protobuf" | "json" = "protobuf",
): Uint8Array<ArrayBuffer> {
  const serializer = encoding === "json" ? JsonTraceSerializer : ProtobufTraceSerializer;
  return new Uint8Array(serializer.serializeRequest(spans) ?? []);
}

/** The record of one span with these attributes. */
export function recordOf(attributes: SpanAttributes, service = "support-bot"): SpanRecord {
  const [record] = readExport("traces", encodeSpans(recordSpans(service, [attributes])), "application/x-protobuf");
  if (!record) throw new Error("the request has no span");
  return record;
}
