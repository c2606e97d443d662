import { z } from "zod";
import { detailsEvent, protobufType, type Signal } from "@/lib/domains/opentelemetry/enums";
import { decodeProtobuf } from "@/lib/domains/opentelemetry/wire";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { decodeUtf8 } from "@/lib/platform/http/json";
import { validate } from "@/lib/platform/http/validate";

export type Attributes = Record<string, unknown>;

/** A span, or a log record that describes one. */
export interface SpanRecord {
  /** Lower-case hexadecimal; empty if it is missing or invalid. */
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** Milliseconds since the Unix epoch; 0 if unknown. */
  startMs: number;
  /** 0 for a log record. */
  endMs: number;
  service: string;
  /** Of the span and of its events with contents. Attributes of the span take precedence. */
  attributes: Attributes;
  isFailed: boolean;
}

const KeyValues = z.array(z.object({ key: z.string(), value: z.unknown().optional() })).nullish();
const Nanoseconds = z.union([z.string().regex(/^\d{1,20}$/, "must be an integer"), z.number().min(0)]).nullish();
const Text = z.string().nullish();
const Resource = z.object({ attributes: KeyValues }).nullish();

const Span = z.object({
  ...{ traceId: Text, spanId: Text, parentSpanId: Text },
  ...{ startTimeUnixNano: Nanoseconds, endTimeUnixNano: Nanoseconds, attributes: KeyValues },
  events: z.array(z.object({ name: Text, attributes: KeyValues })).nullish(),
  status: z.object({ code: z.number().nullish() }).nullish(),
});

const LogRecord = z.object({
  ...{ traceId: Text, spanId: Text, timeUnixNano: Nanoseconds, observedTimeUnixNano: Nanoseconds },
  ...{ eventName: Text, attributes: KeyValues, body: z.unknown().optional() },
});

const list = <T extends z.ZodType>(item: T) => z.array(item).nullish();
const Traces = z.object({
  resourceSpans: list(z.object({ resource: Resource, scopeSpans: list(z.object({ spans: list(Span) })) })),
});
const Logs = z.object({
  resourceLogs: list(z.object({ resource: Resource, scopeLogs: list(z.object({ logRecords: list(LogRecord) })) })),
});

/** Reads an export request. Throws `validation_failed` or `invalid_json` if it cannot be decoded. */
export function readExport(signal: Signal, bytes: Uint8Array, mediaType: string): SpanRecord[] {
  const decoded = mediaType === protobufType ? decodeProtobuf(signal, bytes) : parseJson(bytes);
  if (signal === "traces") {
    return each(validate(Traces, decoded).resourceSpans, ({ resource, scopeSpans }) => {
      const service = serviceOf(resource);
      return each(scopeSpans, ({ spans }) => each(spans, (span) => [ofSpan(span, service)]));
    });
  }
  return each(validate(Logs, decoded).resourceLogs, ({ resource, scopeLogs }) => {
    const service = serviceOf(resource);
    return each(scopeLogs, ({ logRecords }) => each(logRecords, (record) => [ofLogRecord(record, service)]));
  });
}

function each<T, R>(items: T[] | null | undefined, read: (item: T) => R[]): R[] {
  return items?.flatMap(read) ?? [];
}

/** Not strict: exporters may write times as numbers, which lose nothing that is recorded. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError("invalid_json", "The body is not valid JSON.");
  }
}

function ofSpan(span: z.output<typeof Span>, service: string): SpanRecord {
  const contents = span.events?.filter(({ name }) => name?.startsWith("gen_ai.")) ?? [];
  return {
    traceId: identifier(span.traceId, 32),
    spanId: identifier(span.spanId, 16),
    parentSpanId: identifier(span.parentSpanId, 16),
    startMs: milliseconds(span.startTimeUnixNano),
    endMs: milliseconds(span.endTimeUnixNano),
    service,
    attributes: Object.assign(
      {},
      ...contents.map((event) => plainAttributes(event.attributes)),
      plainAttributes(span.attributes),
    ),
    isFailed: span.status?.code === 2,
  };
}

/** Attributes of log records other than {@link detailsEvent} are left out, so that they describe no operation. */
function ofLogRecord(record: z.output<typeof LogRecord>, service: string): SpanRecord {
  const attributes = plainAttributes(record.attributes);
  const name = record.eventName || attributes["event.name"];
  const body = plain(record.body, 0);
  return {
    traceId: identifier(record.traceId, 32),
    spanId: identifier(record.spanId, 16),
    parentSpanId: "",
    startMs: milliseconds(record.timeUnixNano) || milliseconds(record.observedTimeUnixNano),
    endMs: 0,
    service,
    attributes: name === detailsEvent ? { ...(isObject(body) && body), ...attributes } : {},
    isFailed: false,
  };
}

function serviceOf(resource: z.output<typeof Resource>): string {
  const name = plainAttributes(resource?.attributes)["service.name"];
  return typeof name === "string" ? name.trim() : "";
}

/** Empty unless it is hexadecimal, of the right length and not all zeros. */
function identifier(text: string | null | undefined, length: number): string {
  const id = text?.toLowerCase() ?? "";
  return id.length === length && /^[0-9a-f]+$/.test(id) && /[^0]/.test(id) ? id : "";
}

function milliseconds(nanoseconds: string | number | null | undefined): number {
  return Number(nanoseconds ?? 0) / 1e6;
}

function plainAttributes(pairs: z.output<typeof KeyValues>): Attributes {
  return Object.fromEntries(pairs?.map(({ key, value }) => [cleanText(key), plain(value, 0)]) ?? []);
}

const depthMax = 24;

/** The value of an `AnyValue`. Integers that a double cannot represent, and numbers that are not finite, become text. */
function plain(value: unknown, depth: number): unknown {
  if (depth > depthMax) {
    throw validationFailed([{ path: "body", message: `has an attribute nested deeper than ${depthMax} levels` }]);
  }
  if (!isObject(value)) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (typeof stringValue === "string") return cleanText(stringValue);
  if (typeof boolValue === "boolean") return boolValue;
  if (intValue !== undefined) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : String(intValue);
  if (doubleValue !== undefined) return Number.isFinite(doubleValue) ? doubleValue : String(doubleValue);
  if (isObject(arrayValue)) return listOf(arrayValue).map((item) => plain(item, depth + 1));
  if (isObject(kvlistValue)) {
    const pairs = listOf(kvlistValue).filter(isObject);
    return Object.fromEntries(pairs.map((pair) => [cleanText(String(pair.key)), plain(pair.value, depth + 1)]));
  }
  return typeof bytesValue === "string" ? bytesValue : null;
}

function listOf({ values }: Record<string, unknown>): unknown[] {
  return Array.isArray(values) ? values : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The database cannot store NUL, and lone surrogates have no UTF-8 encoding. */
function cleanText(text: string): string {
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();
}
