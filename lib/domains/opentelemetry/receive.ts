import { appendEach, type DerivedEvent } from "@/lib/domains/audit-chain";
import type { ContentPolicy, Signal } from "@/lib/domains/opentelemetry/enums";
import { keyOf, type Operation, operationOf, payloadOf, timestampOf } from "@/lib/domains/opentelemetry/operation";
import { readExport } from "@/lib/domains/opentelemetry/read-export";
import { describeSource, recordUnresolved, resolveModels } from "@/lib/domains/opentelemetry/resolve";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** A decoded export request. */
export interface TelemetryExport {
  signal: Signal;
  operations: Operation[];
  /** Spans and log records that describe no operation of an AI system. */
  ignored: number;
}

/** The outcome of an export request: `message` is empty if all of it was accepted. */
export interface ExportOutcome {
  rejected: number;
  message: string;
}

/** Decodes the body of an export request. @throws `validation_failed`, `invalid_json`. */
export function decodeExport(signal: Signal) {
  return (bytes: Uint8Array, mediaType: string): TelemetryExport => {
    const records = readExport(signal, bytes, mediaType);
    const operations = records.flatMap((record) => operationOf(record) ?? []);
    return { signal, operations, ignored: records.length - operations.length };
  };
}

/**
 * Records the operations of an export request as events, each once: an operation that was recorded before is not
 * recorded again. Operations that cannot be recorded are rejected, and the message says why.
 */
export async function receiveExport(
  ctx: Context,
  { signal, operations, ignored }: TelemetryExport,
): Promise<ExportOutcome> {
  const reasons = new Map<string, number>();
  const reject = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const counts = { recorded: 0, repeated: 0, invalid: 0, ignored };

  const identified = operations.filter(({ record }) => {
    if (signal === "logs" || (record.traceId && record.spanId)) return true;
    reject("missing or invalid trace ID or span ID");
    counts.invalid += 1;
    return false;
  });
  const resolved = await resolveModels(ctx, identified);
  const unresolved: Operation[] = [];
  const drafts = identified.flatMap((operation, i) => {
    const target = resolved[i];
    if (target) return draftOf(operation, target.modelId, target.contents);
    reject(`no registered model for ${describeSource(operation)}`);
    unresolved.push(operation);
    return [];
  });
  await recordUnresolved(ctx, unresolved);
  for (const outcome of await appendEach(ctx, drafts)) {
    if (outcome instanceof ServiceError) {
      reject(outcome.message);
      counts.invalid += 1;
    } else counts[outcome.replayed ? "repeated" : "recorded"] += 1;
  }
  for (const [result, count] of Object.entries({ ...counts, unresolved: unresolved.length }))
    metrics().otlpRecords.inc({ signal, result }, count);
  return { rejected: unresolved.length + counts.invalid, message: messageOf(reasons, unresolved.length > 0) };
}

function draftOf(operation: Operation, modelId: string, contents: ContentPolicy): DerivedEvent {
  const { kind, record } = operation;
  return {
    modelId,
    eventType: kind === "MODEL_CALL" || kind === "AGENT_STEP" ? "INFERENCE" : "DATA_ACCESS",
    payload: payloadOf(operation, contents),
    tags: record.traceId ? [`trace:${record.traceId}`] : [],
    timestamp: timestampOf(operation),
    sourceKey: keyOf(operation),
  };
}

/** Reasons in one message. */
const reasonsMax = 10;

function messageOf(reasons: Map<string, number>, isUnresolved: boolean): string {
  if (reasons.size === 0) return "";
  const rejected = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const listed = [...reasons].slice(0, reasonsMax).map(([reason, count]) => `${reason.replace(/\.$/, "")} (${count})`);
  const more = reasons.size > reasonsMax ? [`${reasons.size - reasonsMax} more reasons`] : [];
  const advice = isUnresolved
    ? " In the dashboard, go to the Telemetry page (/telemetry) and register the models. Telemetry that you send after that is recorded."
    : "";
  const count = rejected === 1 ? "1 record was" : `${rejected} records were`;
  return `${count} rejected: ${[...listed, ...more].join("; ")}.${advice}`;
}
