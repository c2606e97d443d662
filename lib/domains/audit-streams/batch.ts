import { createHash } from "node:crypto";
import { streamType } from "@/lib/domains/audit-chain";
import { signatureHeaders } from "@/lib/platform/outgoing/signature";

/** A batch is closed when it reaches one of these limits. */
export interface BatchLimits {
  maxEvents: number;
  maxBytes: number;
  maxDelaySeconds: number;
}

/** The undelivered events of a stream. */
export interface Waiting {
  events: number;
  bytes: number;
  /** When the first of them was received; null if unknown. */
  oldestMs: number | null;
}

/** Whether the waiting events are sent now; if not, when they are at the latest (milliseconds since the Unix epoch). */
export function isClosed(
  waiting: Waiting,
  limits: BatchLimits,
  nowMs: number,
): { closed: true } | { closed: false; atMs: number } {
  if (waiting.events >= limits.maxEvents || waiting.bytes >= limits.maxBytes) return { closed: true };
  const atMs = (waiting.oldestMs ?? 0) + limits.maxDelaySeconds * 1_000;
  return atMs <= nowMs ? { closed: true } : { closed: false, atMs };
}

/** Whether another line fits into a batch. The first line always does. */
export function fits(
  batch: { events: number; bytes: number },
  lineBytes: number,
  { maxEvents, maxBytes }: Pick<BatchLimits, "maxEvents" | "maxBytes">,
): boolean {
  return batch.events === 0 || (batch.events < maxEvents && batch.bytes + lineBytes <= maxBytes);
}

export interface BatchSpan {
  streamId: string;
  /** Exclusive. */
  from: number;
  /** Inclusive. */
  to: number;
  filterRevision: number;
}

/** The ID of a batch, the same for all attempts. */
export function batchId({ streamId, from, to, filterRevision }: BatchSpan): string {
  const text = [streamId, from, to, filterRevision].join(" ");
  return `bat_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}

export interface AttemptOutcome {
  /** Null without a response. */
  statusCode: number | null;
  succeeded: boolean;
  /** Null without a `Retry-After` header. */
  retryAfterMs: number | null;
}

export interface Progress {
  maxEvents: number;
  /** The reduced limit after a batch was too large; null: `maxEvents`. */
  batchLimit: number | null;
  /** Consecutive failed attempts. */
  failures: number;
}

/** Next step after an attempt: the next batch, half of the batch immediately, the same batch later, or nothing. */
export type Settlement =
  | { kind: "acknowledged"; batchLimit: number | null }
  | { kind: "halved"; batchLimit: number }
  | { kind: "retried"; delayMs: number }
  | { kind: "gone" };

const firstDelayMs = 1_000;
const longestDelayMs = 5 * 60 * 1_000;
/** After 429 and 503. */
const overloadedDelayMs = 5_000;
const retryAfterMaxMs = 60 * 60 * 1_000;

/**
 * Decides the next step after an attempt. A batch that is too large is halved, down to one event, which is then retried
 * like any failure because events are never skipped. Each success raises a reduced limit by a twentieth of `maxEvents`.
 *
 * @param random from 0 to 1, for the jitter
 * @param scale factor for delays; 1 except in tests
 */
export function settleAttempt(
  { maxEvents, batchLimit, failures }: Progress,
  events: number,
  outcome: AttemptOutcome,
  { random, scale }: { random: number; scale: number },
): Settlement {
  if (outcome.succeeded) return { kind: "acknowledged", batchLimit: grown(batchLimit, maxEvents) };
  if (outcome.statusCode === 410) return { kind: "gone" };
  if (outcome.statusCode === 413 && events > 1) return { kind: "halved", batchLimit: Math.floor(events / 2) };
  const isOverloaded = outcome.statusCode === 429 || outcome.statusCode === 503;
  const least = isOverloaded ? overloadedDelayMs : firstDelayMs;
  const doubled = Math.min(least * 2 ** Math.min(failures, 20), longestDelayMs);
  // Between half and all of the delay, so that streams that failed together are not retried together.
  const delayMs = doubled * (0.5 + random / 2);
  const askedMs = Math.min(outcome.retryAfterMs ?? 0, retryAfterMaxMs);
  return { kind: "retried", delayMs: Math.round(Math.max(delayMs * scale, askedMs * scale)) };
}

function grown(limit: number | null, maxEvents: number): number | null {
  if (limit === null) return null;
  const more = limit + Math.ceil(maxEvents / 20);
  return more >= maxEvents ? null : more;
}

export interface SentBatch {
  streamId: string;
  batchId: string;
  from: number;
  to: number;
  events: number;
  /** `blockHash` of its last event. */
  lastHash: string;
  body: string | Buffer;
  isTest?: boolean;
}

export function streamHeaders(
  { streamId, batchId, from, to, events, lastHash, body, isTest = false }: SentBatch,
  means: { secrets: string[]; authorization: string | null; timestamp: number },
): Record<string, string> {
  const { secrets, authorization, timestamp } = means;
  return {
    "Content-Type": streamType,
    ...(typeof body === "string" ? {} : { "Content-Encoding": "gzip" }),
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...signatureHeaders(secrets, { id: batchId, timestamp, body }),
    "X-Stream-Id": streamId,
    "X-Stream-From": String(from),
    "X-Stream-To": String(to),
    "X-Stream-Events": String(events),
    "X-Stream-Last-Hash": lastHash,
    ...(isTest ? { "X-Stream-Test": "true" } : {}),
  };
}
