import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";

/** Span attributes. Undefined values are omitted. */
export type Attributes = Record<string, string | number | undefined>;

export interface SpanOptions {
  /** Low cardinality: a template, never a path or an id. */
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  attributes: Attributes;
  /** The W3C `traceparent` of the cause; null if unknown. Default: the active span. */
  parent?: string | null;
  /** Other causes, in addition to the parent. */
  links?: string[];
}

export interface Span {
  traceId: string;
  spanId: string;
  /** W3C Trace Context. */
  traceparent: string;
  /** Whether the span is sampled. Otherwise it only propagates the decision. */
  isRecording: boolean;
  set(attributes: Attributes): void;
  /** `error.type`: a status, a code or the name of an error, never a message. */
  fail(errorType: string): void;
  end(): void;
}

export interface Tracer {
  /** Starts a span that the caller ends. It does not become the active span. */
  begin(options: SpanOptions): Span;
  /** Calls `work` with a span as the active span. */
  within<T>(span: Span, work: () => T): T;
  active(): Span | undefined;
  /** Exports finished spans within a bounded time, then stops. */
  close(): Promise<void>;
}

const holder = () => singleton<{ tracer: Tracer | undefined }>("tracer", () => ({ tracer: undefined }));

/** The tracer of this process; undefined without a collector, in which case OpenTelemetry is not loaded. */
export function tracing(): Tracer | undefined {
  return holder().tracer;
}

export function setTracer(tracer: Tracer | undefined): void {
  holder().tracer = tracer;
}

/** Runs work as a span, which ends with the work and records its error. */
export async function inSpan<T>(tracer: Tracer, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const span = tracer.begin(options);
  try {
    return await tracer.within(span, () => work(span));
  } catch (error) {
    span.fail(errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The `traceparent` of the active span, for work that it causes; undefined without tracing. */
export function activeTraceparent(): string | undefined {
  return tracing()?.active()?.traceparent;
}

/** The error's code, such as a SQLSTATE, or else its name. Messages may contain values. */
export function errorTypeOf(error: unknown): string {
  const { code, name } = (error instanceof Object ? error : {}) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "Error";
}

/** The URL of the collector; undefined without tracing. */
export function tracesUrl(): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env();
  return traces ?? (all === undefined ? undefined : `${all.replace(/\/+$/, "")}/v1/traces`);
}
