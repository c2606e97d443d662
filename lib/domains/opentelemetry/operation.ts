import { hash } from "node:crypto";
import { contentBytesMax } from "@/lib/domains/audit-chain";
import {
  contentNames,
  countMembers,
  detailsEvent,
  finishReasonNames,
  messageEvents,
  operationAliases,
  operationKindsByName,
  operationNames,
  providerNames,
  requestModelNames,
  responseModelNames,
  textMembers,
} from "@/lib/domains/opentelemetry/conventions";
import type { ContentPolicy, OperationKind } from "@/lib/domains/opentelemetry/enums";
import type { Attributes, SpanRecord } from "@/lib/domains/opentelemetry/read-export";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { jcs } from "@/lib/platform/crypto/jcs";

/** An operation of an AI system that a span or log record describes. */
export interface Operation {
  kind: OperationKind;
  name: string;
  service: string;
  /** Lower case; empty if unknown. */
  provider: string;
  /** The requested and the responding model, without duplicates. Empty for most tool calls and agent steps. */
  models: string[];
  record: SpanRecord;
}

/** Undefined if the record does not describe an operation of an AI system. */
export function operationOf(record: SpanRecord): Operation | undefined {
  const { attributes, event, service } = record;
  const models = [requestModelNames, responseModelNames].flatMap((names) => textOf(attributes, names) ?? []);
  const given = textOf(attributes, operationNames)?.toLowerCase();
  const isNamed = given !== undefined && given !== "unknown";
  const isMessage = messageEvents.has(event);
  if (!isNamed && models.length === 0 && !isMessage) return undefined;
  const name = isNamed ? (operationAliases.get(given) ?? given) : isMessage ? event : "inference";
  return {
    kind: kindOf(name, models, record),
    name,
    service: cut(service),
    provider: textOf(attributes, providerNames)?.toLowerCase() ?? "",
    models: [...new Set(models)],
    record,
  };
}

/** A log record of a span describes the span's call, so it is not a second call. */
function kindOf(name: string, models: string[], { attributes, event, traceId, spanId }: SpanRecord): OperationKind {
  if (messageEvents.has(event) || (event === detailsEvent && traceId && spanId)) return "CALL_DETAILS";
  const isMeasured = Object.values(countMembers).some((names) => countOf(attributes, names) !== undefined);
  return operationKindsByName.get(name) ?? (models.length > 0 && isMeasured ? "MODEL_CALL" : "AGENT_STEP");
}

/** Leaves space for the other parts of an event's content: the actor and the tags. */
const payloadBytesMax = contentBytesMax - 8 * 1024;

/** The payload of the operation's event. */
export function payloadOf(operation: Operation, policy: ContentPolicy): Record<string, unknown> {
  const { kind, name, service, provider, record } = operation;
  const { attributes, traceId, spanId, parentSpanId, startMs, endMs, isFailed } = record;
  const text = (names: readonly string[]) => textOf(attributes, names);
  const contents = mapValues(contentNames, (names) => contentOf(attributes, names));
  const hashes = Object.entries(contents).map(([member, content]) => [`${member}Hash`, hashOf(content)]);
  const payload = {
    kind,
    operation: name,
    service: service || undefined,
    provider: provider || undefined,
    model: text(requestModelNames),
    modelVersion: text(responseModelNames),
    latencyMs: startMs > 0 && endMs >= startMs ? Math.round(endMs - startMs) : undefined,
    ...mapValues(countMembers, (names) => countOf(attributes, names)),
    finishReasons: finishReasons(attributes),
    ...mapValues(textMembers(kind), text),
    failed: isFailed || undefined,
    ...Object.fromEntries(hashes),
    traceId: traceId || undefined,
    spanId: spanId || undefined,
    parentSpanId: parentSpanId || undefined,
  };
  const hashed = withoutUndefined(payload);
  if (policy === "HASHED") return hashed;
  const stored = withoutUndefined({ ...hashed, ...contents });
  return Buffer.byteLength(jcs(stored)) <= payloadBytesMax ? stored : { ...hashed, contentsOmitted: true };
}

function withoutUndefined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** When the operation began; undefined if the record does not say it. */
export function timestampOf({ record: { startMs } }: Operation): string | undefined {
  return startMs > 0 ? isoMilliseconds(Math.floor(startMs)) : undefined;
}

/** Identifies the operation: a span by its IDs, and a log record by its content, because a span can have several. */
export function keyOf({ record }: Operation): string {
  const { event, traceId, spanId } = record;
  return event === "" && traceId && spanId ? `otlp ${traceId} ${spanId}` : `otlp ${hash("sha256", jcs(record), "hex")}`;
}

/** Longer identifiers and names are cut. */
const textMax = 256;

function textOf(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes[name];
    const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
    if (text !== "") return cut(text);
  }
  return undefined;
}

function cut(text: string): string {
  return text.slice(0, textMax).toWellFormed();
}

function countOf(attributes: Attributes, names: readonly string[]): number | undefined {
  return names.map((name) => attributes[name]).find((value) => Number.isSafeInteger(value) && Number(value) >= 0) as
    | number
    | undefined;
}

const finishReasonsMax = 20;

function finishReasons(attributes: Attributes): string[] | undefined {
  const given = finishReasonNames.flatMap((name) => attributes[name] ?? []);
  const reasons = given.filter((reason) => typeof reason === "string").map(cut);
  return reasons.length > 0 ? reasons.slice(0, finishReasonsMax) : undefined;
}

/** A text, or a structured value. */
function contentOf(attributes: Attributes, names: readonly string[]): unknown {
  for (const name of names) {
    if (!name.endsWith(".")) {
      if (attributes[name] !== undefined && attributes[name] !== null) return attributes[name];
      continue;
    }
    const parts = Object.entries(attributes).filter(([key]) => key.startsWith(name));
    if (parts.length > 0) return Object.fromEntries(parts.map(([key, value]) => [key.slice(name.length), value]));
  }
  return undefined;
}

/** SHA-256 of the UTF-8 text as sent; of the canonical JSON (RFC 8785) of a structured value. */
function hashOf(content: unknown): string | undefined {
  if (content === undefined) return undefined;
  return `sha256:${hash("sha256", typeof content === "string" ? content : jcs(content), "hex")}`;
}

function mapValues<T>(names: Readonly<Record<string, readonly string[]>>, read: (names: readonly string[]) => T) {
  return Object.fromEntries(Object.entries(names).map(([member, attributes]) => [member, read(attributes)]));
}
