import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";

/** What is said of a span. A value that is undefined is left out. */
export type Attributes = Record<string, string | number | undefined>;

export interface SpanOptions {
  /** Of few different values: a template, never a path or an id. */
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  attributes: Attributes;
  /** The W3C `traceparent` of what caused it; null where that is not known, absent where it is the active span. */
  parent?: string | null;
  /** Of what else it serves, beside its parent. */
  links?: string[];
}

export interface Span {
  traceId: string;
  spanId: string;
  /** Names it to others: W3C Trace Context. */
  traceparent: string;
  /** false: it is not sampled, and only hands its decision on. */
  isRecording: boolean;
  set(attributes: Attributes): void;
  /** `error.type`: a status, a code or the name of an error, never a message. */
  fail(errorType: string): void;
  end(): void;
}

export interface Tracer {
  /** Begins a span that its caller ends; it does not become the active one. */
  begin(options: SpanOptions): Span;
  /** Calls `work` with a span as the active one. */
  within<T>(span: Span, work: () => T): T;
  active(): Span | undefined;
  /** Exports what has ended, in a bounded time, and nothing after. */
  close(): Promise<void>;
}

const holder = () => singleton<{ tracer: Tracer | undefined }>("tracer", () => ({ tracer: undefined }));

/** The tracer of this process; undefined where no collector is configured, and then nothing of OpenTelemetry is loaded. */
export function tracing(): Tracer | undefined {
  return holder().tracer;
}

export function setTracer(tracer: Tracer | undefined): void {
  holder().tracer = tracer;
}

/** Does a piece of work as a span: it fails with what the work throws, and ends with it. */
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

/** The `traceparent` of what is being done now, for what is done because of it; undefined where nothing is traced. */
export function activeTraceparent(): string | undefined {
  return tracing()?.active()?.traceparent;
}

/** A code where there is one, such as a SQLSTATE, else the error's name: messages repeat values. */
export function errorTypeOf(error: unknown): string {
  const { code, name } = (error instanceof Object ? error : {}) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "Error";
}

/** Where traces are exported to; undefined where nothing is traced. */
export function tracesUrl(): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env();
  return traces ?? (all === undefined ? undefined : `${all.replace(/\/+$/, "")}/v1/traces`);
}
