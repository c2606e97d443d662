import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as api from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Env } from "@/lib/platform/config/env";
import { log } from "@/lib/platform/telemetry/log";
import { errorTypeOf, type Span, type SpanOptions, type Tracer } from "@/lib/platform/telemetry/tracing";

const serviceName = "governance-audit-service";
const exportEveryMs = 2_000;
const exportTimeoutMs = 5_000;
const closeMs = 3_000;
/** Spans buffered while a collector is slow; further spans are dropped. */
const waitingSpansMax = 8_192;
const valueLengthMax = 4_096;

const kinds: Record<SpanOptions["kind"], api.SpanKind> = {
  server: api.SpanKind.SERVER,
  client: api.SpanKind.CLIENT,
  consumer: api.SpanKind.CONSUMER,
  internal: api.SpanKind.INTERNAL,
};

/**
 * The tracer that exports to a collector by OTLP over HTTP with JSON. It is not registered globally with OpenTelemetry's API:
 * Next and other libraries would add their own spans, with raw URLs.
 */
export function createTracer(tracesUrl: string, env: Env): Tracer {
  const provider = new TracerProvider({
    sampler: samplerOf(env),
    spanLimits: { attributeValueLengthLimit: valueLengthMax },
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.instance.id": randomUUID(),
      ...env.OTEL_RESOURCE_ATTRIBUTES,
      ...(env.OTEL_SERVICE_NAME !== undefined && { "service.name": env.OTEL_SERVICE_NAME }),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new TellingExporter(
          new OTLPTraceExporter({
            url: tracesUrl,
            headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            timeoutMillis: exportTimeoutMs,
          }),
        ),
        scheduledDelayMillis: exportEveryMs,
        maxQueueSize: waitingSpansMax,
      }),
    ],
  });
  const tracer = provider.getTracer(serviceName);
  const active = new AsyncLocalStorage<Span>();
  return {
    begin({ name, kind, attributes, parent, links = [] }) {
      const parentContext = contextOf(parent === undefined ? active.getStore()?.traceparent : parent);
      const linked = links.flatMap((link) => {
        const context = parseTraceParent(link);
        return context ? [{ context }] : [];
      });
      const begun = tracer.startSpan(name, { kind: kinds[kind], attributes, links: linked }, parentContext);
      return spanOf(begun);
    },
    within: (span, work) => active.run(span, work),
    active: () => active.getStore(),
    async close() {
      await Promise.race([provider.shutdown().catch(() => undefined), delay(closeMs, undefined, { ref: false })]);
    },
  };
}

function spanOf(span: api.Span): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    isRecording: span.isRecording(),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (errorType) => {
      span.setAttribute("error.type", errorType);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

function contextOf(traceparent: string | null | undefined): api.Context {
  const parent = traceparent ? parseTraceParent(traceparent) : null;
  return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true }) : api.ROOT_CONTEXT;
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Env): Sampler {
  const root = name.endsWith("always_off")
    ? new AlwaysOffSampler()
    : name.endsWith("traceidratio")
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler();
  return name.startsWith("parentbased") ? new ParentBasedSampler({ root }) : root;
}

/** Logs once when the collector becomes unavailable, and once when it recovers. */
class TellingExporter implements SpanExporter {
  private isAway = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      const isAway = result.code !== ExportResultCode.SUCCESS;
      if (isAway && !this.isAway) {
        log().warn({ reason: errorTypeOf(result.error) }, "trace collector unavailable; spans are dropped");
      }
      if (!isAway && this.isAway) log().info("trace collector available again");
      this.isAway = isAway;
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  async shutdown(): Promise<void> {
    await this.exporter.shutdown();
  }
}
