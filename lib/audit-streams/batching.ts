import { createHash } from "node:crypto";

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
