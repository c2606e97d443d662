import { hash } from "node:crypto";
import {
  contentNames,
  countMembers,
  finishReasonNames,
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
  const { attributes, service } = record;
  const models = [requestModelNames, responseModelNames].flatMap((names) => textOf(attributes, names) ?? []);
  const given = textOf(attributes, operationNames)?.toLowerCase();
  const isNamed = given !== undefined && given !== "unknown";
  if (!isNamed && models.length === 0) return undefined;
  const name = isNamed ? (operationAliases[given] ?? given) : "inference";
  return {
    kind: isNamed ? (operationKindsByName[name] ?? "AGENT_STEP") : "MODEL_CALL",
    name,
    service: service.slice(0, textMax),
    provider: textOf(attributes, providerNames)?.toLowerCase() ?? "",
    models: [...new Set(models)],
    record,
  };
}

/** The payload of the operation's event. */
export function payloadOf(operation: Operation, policy: ContentPolicy): Record<string, unknown> {
  const { kind, name, service, provider, record } = operation;
  const { attributes, traceId, spanId, parentSpanId, startMs, endMs, isFailed } = record;
  const text = (names: readonly string[]) => textOf(attributes, names);
  const contents = {
    input: contentOf(attributes, contentNames.input),
    output: contentOf(attributes, contentNames.output),
  };
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
    ...mapValues(textMembers, text),
    failed: isFailed || undefined,
    inputHash: contents.input && hashOf(contents.input),
    outputHash: contents.output && hashOf(contents.output),
    ...(policy === "STORED" && contents),
    traceId: traceId || undefined,
    spanId: spanId || undefined,
    parentSpanId: parentSpanId || undefined,
  };
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
}

/** When the operation began; undefined if the record does not say it. */
export function timestampOf({ record: { startMs } }: Operation): string | undefined {
  return startMs > 0 ? isoMilliseconds(Math.floor(startMs)) : undefined;
}

/** Identifies the operation: a span and a log record with the same IDs are the same operation. */
export function keyOf({ record }: Operation): string {
  const { traceId, spanId } = record;
  return traceId && spanId ? `otlp ${traceId} ${spanId}` : `otlp ${hash("sha256", jcs(record), "hex")}`;
}

/** Longer identifiers and names are cut. */
const textMax = 256;

function textOf(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes[name];
    const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
    if (text !== "") return text.slice(0, textMax).toWellFormed();
  }
  return undefined;
}

function countOf(attributes: Attributes, names: readonly string[]): number | undefined {
  return names.map((name) => attributes[name]).find((value) => Number.isSafeInteger(value) && Number(value) >= 0) as
    | number
    | undefined;
}

const finishReasonsMax = 20;

function finishReasons(attributes: Attributes): string[] | undefined {
  const given = finishReasonNames.flatMap((name) => attributes[name] ?? []);
  const reasons = given.filter((reason) => typeof reason === "string").map((reason) => reason.slice(0, textMax));
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
function hashOf(content: unknown): string {
  return `sha256:${hash("sha256", typeof content === "string" ? content : jcs(content), "hex")}`;
}

function mapValues<T>(names: Readonly<Record<string, readonly string[]>>, read: (names: readonly string[]) => T) {
  return Object.fromEntries(Object.entries(names).map(([member, attributes]) => [member, read(attributes)]));
}
