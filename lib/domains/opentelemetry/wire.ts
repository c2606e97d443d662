import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Signal } from "@/lib/domains/opentelemetry/enums";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";

// The messages of opentelemetry-proto that the intake reads, by field number. Other fields are skipped.

type Scalar = "string" | "hex" | "base64" | "bool" | "int64" | "fixed64" | "double" | "int32";
/** A name, `[]` if the field is repeated, and the type: a scalar, or a message. */
type Field = [name: string, type: Scalar | (() => Message)];
type Message = Readonly<Record<number, Field>>;

const AnyValue: Message = {
  1: ["stringValue", "string"],
  2: ["boolValue", "bool"],
  3: ["intValue", "int64"],
  4: ["doubleValue", "double"],
  5: ["arrayValue", () => ({ 1: ["values[]", () => AnyValue] })],
  6: ["kvlistValue", () => ({ 1: ["values[]", () => KeyValue] })],
  7: ["bytesValue", "base64"],
};
const KeyValue: Message = { 1: ["key", "string"], 2: ["value", () => AnyValue] };
const Resource: Message = { 1: ["attributes[]", () => KeyValue] };
const Status: Message = { 2: ["message", "string"], 3: ["code", "int32"] };
const SpanEvent: Message = { 2: ["name", "string"], 3: ["attributes[]", () => KeyValue] };
const Span: Message = {
  1: ["traceId", "hex"],
  2: ["spanId", "hex"],
  4: ["parentSpanId", "hex"],
  7: ["startTimeUnixNano", "fixed64"],
  8: ["endTimeUnixNano", "fixed64"],
  9: ["attributes[]", () => KeyValue],
  11: ["events[]", () => SpanEvent],
  15: ["status", () => Status],
};
const LogRecord: Message = {
  1: ["timeUnixNano", "fixed64"],
  5: ["body", () => AnyValue],
  6: ["attributes[]", () => KeyValue],
  9: ["traceId", "hex"],
  10: ["spanId", "hex"],
  11: ["observedTimeUnixNano", "fixed64"],
  12: ["eventName", "string"],
};
const requests: Record<Signal, Message> = {
  traces: request("resourceSpans[]", { 1: ["resource", () => Resource], 2: scope("scopeSpans[]", "spans[]", Span) }),
  logs: request("resourceLogs[]", {
    1: ["resource", () => Resource],
    2: scope("scopeLogs[]", "logRecords[]", LogRecord),
  }),
};

function request(name: string, perResource: Message): Message {
  return { 1: [name, () => perResource] };
}

function scope(name: string, items: string, item: Message): Field {
  return [name, () => ({ 2: [items, () => item] })];
}

const depthMax = 64;

/** Values that a request can contain. Without this limit, a few kilobytes could expand to millions of empty spans. */
export const valuesMax = 1_000_000;

export function tooManyValues(): ServiceError {
  const message = `must not contain more than ${valuesMax} values, which is about ${valuesMax / 4} attributes`;
  return new ServiceError("payload_too_large", `The body ${message}. Send smaller batches.`, {
    details: [{ path: "body", message }],
  });
}

/**
 * Decodes an export request into the shape of its JSON encoding. Throws `validation_failed` if it is not protobuf, and
 * `payload_too_large`.
 */
export function decodeProtobuf(signal: Signal, bytes: Uint8Array): unknown {
  try {
    return readMessage({ reader: new BinaryReader(bytes), values: 0 }, bytes.length, requests[signal], 0);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const message = `is not a protobuf-encoded Export${signal === "traces" ? "Trace" : "Logs"}ServiceRequest`;
    throw validationFailed([{ path: "body", message }]);
  }
}

interface Input {
  reader: BinaryReader;
  /** Fields read so far. */
  values: number;
}

function readMessage(input: Input, length: number, message: Message, depth: number): Record<string, unknown> {
  const { reader } = input;
  if (depth > depthMax) throw new RangeError("nested too deeply");
  const end = reader.pos + length;
  const decoded: Record<string, unknown> = {};
  while (reader.pos < end) {
    input.values += 1;
    if (input.values > valuesMax) throw tooManyValues();
    const [number, wireType] = reader.tag();
    const [name, type] = message[number] ?? [];
    if (name === undefined || type === undefined || wireType !== wireTypeOf(type)) {
      reader.skip(wireType, number);
      continue;
    }
    const value =
      typeof type === "string" ? scalars[type](reader) : readMessage(input, reader.uint32(), type(), depth + 1);
    if (name.endsWith("[]")) append(decoded, name.slice(0, -2), value);
    else decoded[name] = value;
  }
  if (reader.pos !== end) throw new RangeError("a field extends beyond its message");
  return decoded;
}

function append(decoded: Record<string, unknown>, name: string, value: unknown): void {
  const known = decoded[name];
  if (Array.isArray(known)) known.push(value);
  else decoded[name] = [value];
}

const scalars: Record<Scalar, (reader: BinaryReader) => unknown> = {
  string: (reader) => reader.string(),
  hex: (reader) => Buffer.from(reader.bytes()).toString("hex"),
  base64: (reader) => Buffer.from(reader.bytes()).toString("base64"),
  bool: (reader) => reader.bool(),
  int64: (reader) => String(reader.int64()),
  fixed64: (reader) => String(reader.fixed64()),
  double: (reader) => reader.double(),
  int32: (reader) => reader.int32(),
};

function wireTypeOf(type: Field[1]): WireType {
  if (type === "bool" || type === "int64" || type === "int32") return WireType.Varint;
  return type === "fixed64" || type === "double" ? WireType.Bit64 : WireType.LengthDelimited;
}

/** An `Export…ServiceResponse`: `partialSuccess` only if there is something to report. */
export function encodeResponse({ rejected, message }: { rejected: number; message: string }): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  if (message === "") return writer.finish();
  writer.tag(1, WireType.LengthDelimited).fork();
  if (rejected > 0) writer.tag(1, WireType.Varint).int64(rejected);
  return writer.tag(2, WireType.LengthDelimited).string(message).join().finish();
}

/** A `google.rpc.Status`. OTLP does not use its code. */
export function encodeStatus(message: string): Uint8Array<ArrayBuffer> {
  return new BinaryWriter().tag(2, WireType.LengthDelimited).string(message).finish();
}
