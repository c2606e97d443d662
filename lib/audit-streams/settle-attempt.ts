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
