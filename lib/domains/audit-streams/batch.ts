import { createHash } from "node:crypto";
import { streamType } from "@/lib/domains/audit-chain";
import { signatureHeaders } from "@/lib/platform/outgoing/signature";

/** Bounds of a batch: it is closed as soon as it reaches one of them. */
export interface BatchLimits {
  maxEvents: number;
  maxBytes: number;
  maxDelaySeconds: number;
}

/** What waits behind a stream's position. */
export interface Waiting {
  events: number;
  bytes: number;
  /** When the first of them was received; null where its row does not say. */
  oldestMs: number | null;
}

/** Whether what waits is to be sent now; if not, when it is at the latest (milliseconds since the Unix epoch). */
export function isClosed(
  waiting: Waiting,
  limits: BatchLimits,
  nowMs: number,
): { closed: true } | { closed: false; atMs: number } {
  if (waiting.events >= limits.maxEvents || waiting.bytes >= limits.maxBytes) return { closed: true };
  const atMs = (waiting.oldestMs ?? 0) + limits.maxDelaySeconds * 1_000;
  return atMs <= nowMs ? { closed: true } : { closed: false, atMs };
}

/** Whether another line of so many bytes fits into a batch. The first one does, however large it is. */
export function fits(
  batch: { events: number; bytes: number },
  lineBytes: number,
  { maxEvents, maxBytes }: Pick<BatchLimits, "maxEvents" | "maxBytes">,
): boolean {
  return batch.events === 0 || (batch.events < maxEvents && batch.bytes + lineBytes <= maxBytes);
}

/** What a batch is of. */
export interface BatchSpan {
  streamId: string;
  /** Behind this position. */
  from: number;
  /** Up to and with this one. */
  to: number;
  /** Another filter lets other events of the same span through. */
  filterRevision: number;
}

/** The id of a batch: the same however often it is sent, by whichever process. */
export function batchId({ streamId, from, to, filterRevision }: BatchSpan): string {
  const text = [streamId, from, to, filterRevision].join(" ");
  return `bat_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}

/** What an attempt to deliver a batch ended with. */
export interface AttemptOutcome {
  /** Null where there was no answer. */
  statusCode: number | null;
  succeeded: boolean;
  /** What the receiver asked for, in milliseconds; null where it asked for nothing. */
  retryAfterMs: number | null;
}

/** As much of a stream as decides how it goes on. */
export interface Progress {
  maxEvents: number;
  /** Events a batch has at most since one was found too large; null: maxEvents. */
  batchLimit: number | null;
  /** Failed attempts in a row. */
  failures: number;
}

/** How a stream goes on: with the next batch, with the same one later, with half of it at once, or not at all. */
export type Settlement =
  | { kind: "acknowledged"; batchLimit: number | null }
  | { kind: "halved"; batchLimit: number }
  | { kind: "retried"; delayMs: number }
  | { kind: "gone" };

const firstDelayMs = 1_000;
const longestDelayMs = 5 * 60 * 1_000;
/** Who says that there is too much at once is left alone for longer. */
const overloadedDelayMs = 5_000;
/** However long a receiver asks for. */
const askedMax = 60 * 60 * 1_000;

/**
 * What follows from an attempt with a batch of some events. A batch that is too large is halved until it has one event;
 * from then on it is a failure like others, because nothing may be left out. What was halved grows again by a twentieth of
 * maxEvents with each success.
 *
 * @param random from 0 up to 1, for the jitter
 * @param scale what delays are multiplied by; 1 outside of tests
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
  // Between half and the whole, so that streams that failed together do not come back together.
  const delayMs = doubled * (0.5 + random / 2);
  const askedMs = Math.min(outcome.retryAfterMs ?? 0, askedMax);
  return { kind: "retried", delayMs: Math.round(Math.max(delayMs * scale, askedMs * scale)) };
}

function grown(limit: number | null, maxEvents: number): number | null {
  if (limit === null) return null;
  const more = limit + Math.ceil(maxEvents / 20);
  return more >= maxEvents ? null : more;
}

/** A batch as it is sent. */
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

/** The headers of a batch: what it is, who may send it, and that it is ours. */
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
