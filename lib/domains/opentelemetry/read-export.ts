import { z } from "zod";
import { detailsEvent, messageEvents, messageNames } from "@/lib/domains/opentelemetry/conventions";
import { protobufType, type Signal } from "@/lib/domains/opentelemetry/enums";
import { decodeProtobuf, tooManyValues, valuesMax } from "@/lib/domains/opentelemetry/wire";
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
  /** The name of a log record about a model call; empty for a span. */
  event: string;
  /** Of the span and of its events with contents. Attributes of the span take precedence. */
  attributes: Attributes;
  isFailed: boolean;
}

type Item = Record<string, unknown>;

const Nanoseconds = z
  .union([z.string(), z.number()])
  .refine((value) => /^\d{1,20}$/.test(String(value)), "must be an unsigned 64-bit integer")
  .nullish();
const Text = z.string().nullish();

const Span = z.object({
  ...{ traceId: Text, spanId: Text, parentSpanId: Text },
  ...{ startTimeUnixNano: Nanoseconds, endTimeUnixNano: Nanoseconds },
  status: z.object({ code: z.number().nullish() }).nullish(),
});

const LogRecord = z.object({
  ...{ traceId: Text, spanId: Text, eventName: Text },
  ...{ timeUnixNano: Nanoseconds, observedTimeUnixNano: Nanoseconds },
});

const recordsMax = 10_000;

/**
 * Reads an export request. Throws `validation_failed` at the first problem, `invalid_json` if it cannot be decoded, and
 * `payload_too_large`.
 */
export function readExport(signal: Signal, bytes: Uint8Array, mediaType: string): SpanRecord[] {
  const read = signal === "traces" ? ofSpan : ofLogRecord;
  return Array.from(recordsOf(signal, bytes, mediaType), ({ item, path, service }) => read(item, path, service));
}

/**
 * The log records of an export request as lines of the service's log: the body, or the attributes of a record without a
 * body. Throws as {@link readExport} does.
 */
export function readLogLines(bytes: Uint8Array, mediaType: string): { name: string; line: string }[] {
  return Array.from(recordsOf("logs", bytes, mediaType), ({ item, path, service: name }) => {
    const body = plain(item.body, 0) ?? Object.fromEntries(plainAttributes(item, path));
    return { name, line: typeof body === "string" ? body : JSON.stringify(body) };
  });
}

interface ExportedRecord {
  item: Item;
  path: string;
  service: string;
}

function* recordsOf(signal: Signal, bytes: Uint8Array, mediaType: string): Generator<ExportedRecord> {
  const decoded = mediaType === protobufType ? decodeProtobuf(signal, bytes) : parseJson(bytes);
  if (!isObject(decoded)) throw invalid("body", "must be an object");
  const [resources, scopes, items] =
    signal === "traces"
      ? (["resourceSpans", "scopeSpans", "spans"] as const)
      : (["resourceLogs", "scopeLogs", "logRecords"] as const);
  let count = 0;
  for (const [resource, resourcePath] of itemsOf(decoded, "", resources)) {
    const service = serviceOf(resource, resourcePath);
    for (const [scope, scopePath] of itemsOf(resource, resourcePath, scopes)) {
      for (const [item, path] of itemsOf(scope, scopePath, items)) {
        if (count === recordsMax) throw tooManyRecords(items);
        count += 1;
        yield { item, path, service };
      }
    }
  }
}

/** The objects of a list, with their paths. A missing list is empty. */
function* itemsOf(parent: Item, parentPath: string, name: string): Generator<[item: Item, path: string]> {
  const path = parentPath === "" ? name : `${parentPath}.${name}`;
  const list = parent[name] ?? [];
  if (!Array.isArray(list)) throw invalid(path, "must be an array");
  for (const [i, item] of list.entries()) {
    if (!isObject(item)) throw invalid(`${path}[${i}]`, "must be an object");
    yield [item, `${path}[${i}]`];
  }
}

function invalid(path: string, message: string): ServiceError {
  return validationFailed([{ path, message }]);
}

function tooManyRecords(path: string): ServiceError {
  const message = `must have at most ${recordsMax} entries in total`;
  return new ServiceError("payload_too_large", `${path} ${message}. Send smaller batches.`, {
    details: [{ path, message }],
  });
}

/** Not strict: exporters may write times as numbers, which lose nothing that is recorded. */
function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (countValues(text) > valuesMax) throw tooManyValues();
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("invalid_json", "The body is not valid JSON.");
  }
}

/** Counts the commas and opening brackets outside of strings: at least one for each value. */
function countValues(text: string): number {
  let count = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') isInString = !isInString;
    else if (isInString) i += character === "\\" ? 1 : 0;
    else if (character === "," || character === "[" || character === "{") count += 1;
  }
  return count;
}

function ofSpan(item: Item, path: string, service: string): SpanRecord {
  const { traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano, status } = validate(Span, item, path);
  return {
    traceId: identifier(traceId, 32),
    spanId: identifier(spanId, 16),
    parentSpanId: identifier(parentSpanId, 16),
    startMs: milliseconds(startTimeUnixNano),
    endMs: milliseconds(endTimeUnixNano),
    service,
    event: "",
    attributes: Object.fromEntries([...eventAttributes(item, path), ...plainAttributes(item, path)]),
    isFailed: status?.code === 2,
  };
}

/** The attributes of a span's events. Events that are messages become one list for the input and one for the output. */
function eventAttributes(span: Item, spanPath: string): [string, unknown][] {
  const others: [string, unknown][] = [];
  const messages = { input: [] as unknown[], output: [] as unknown[] };
  for (const [event, path] of itemsOf(span, spanPath, "events")) {
    const { name } = event;
    if (typeof name !== "string" || !name.startsWith("gen_ai.")) continue;
    const attributes = plainAttributes(event, path);
    const content = messageEvents.get(name);
    if (content) messages[content].push({ name, attributes: Object.fromEntries(attributes) });
    else for (const attribute of attributes) others.push(attribute);
  }
  if (messages.input.length > 0) others.push([messageNames.input, messages.input]);
  if (messages.output.length > 0) others.push([messageNames.output, messages.output]);
  return others;
}

/** The attributes of log records that are not about model calls are left out, so that they describe no operation. */
function ofLogRecord(item: Item, path: string, service: string): SpanRecord {
  const { traceId, spanId, eventName, timeUnixNano, observedTimeUnixNano } = validate(LogRecord, item, path);
  const given = Object.fromEntries(plainAttributes(item, path));
  const name = eventName || (typeof given["event.name"] === "string" ? given["event.name"] : "");
  const body = plain(item.body, 0);
  const content = body === null ? undefined : messageEvents.get(name);
  const isDescribed = name === detailsEvent || content !== undefined;
  const contents = content ? { [messageNames[content]]: body } : isObject(body) ? body : {};
  return {
    traceId: identifier(traceId, 32),
    spanId: identifier(spanId, 16),
    parentSpanId: "",
    startMs: milliseconds(timeUnixNano) || milliseconds(observedTimeUnixNano),
    endMs: 0,
    service,
    event: isDescribed ? name : "",
    attributes: isDescribed ? { ...contents, ...given } : {},
    isFailed: "error.type" in given,
  };
}

function serviceOf({ resource }: Item, path: string): string {
  if (!isObject(resource)) return "";
  const name = Object.fromEntries(plainAttributes(resource, `${path}.resource`))["service.name"];
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

function plainAttributes(parent: Item, parentPath: string): [string, unknown][] {
  return Array.from(itemsOf(parent, parentPath, "attributes"), ([pair, path]) => [
    keyOf(pair, `${path}.key`),
    plain(pair.value, 0),
  ]);
}

function keyOf({ key }: Item, path: string): string {
  if (typeof key !== "string") throw invalid(path, "must be a string");
  return cleanText(key);
}

const depthMax = 24;

/** The value of an `AnyValue`. Integers that a double cannot represent, and numbers that are not finite, become text. */
function plain(value: unknown, depth: number): unknown {
  if (depth > depthMax) {
    throw invalid("body", `has an attribute nested deeper than ${depthMax} levels`);
  }
  if (!isObject(value)) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (typeof stringValue === "string") return cleanText(stringValue);
  if (typeof boolValue === "boolean") return boolValue;
  if (isNumeric(intValue)) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : String(intValue);
  if (isNumeric(doubleValue)) return Number.isFinite(Number(doubleValue)) ? Number(doubleValue) : String(doubleValue);
  if (isObject(arrayValue)) return listOf(arrayValue).map((item) => plain(item, depth + 1));
  if (isObject(kvlistValue)) {
    const pairs = listOf(kvlistValue).filter(isObject);
    return Object.fromEntries(pairs.map((pair) => [keyOf(pair, "kvlistValue.key"), plain(pair.value, depth + 1)]));
  }
  return typeof bytesValue === "string" ? cleanText(bytesValue) : null;
}

/** A number, or a text that proto3 JSON allows for one. */
function isNumeric(value: unknown): value is number | string {
  return typeof value === "number" || (typeof value === "string" && /^(?:-?\d[\d.eE+-]*|NaN|-?Infinity)$/.test(value));
}

function listOf({ values }: Record<string, unknown>): unknown[] {
  return Array.isArray(values) ? values : [];
}

function isObject(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The database cannot store NUL, and lone surrogates have no UTF-8 encoding. */
function cleanText(text: string): string {
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();
}
