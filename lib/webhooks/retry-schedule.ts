/** Seconds from the end of an attempt to the next one of its round (specification, "Retry schedule"). */
const delaysSeconds = [60, 300, 1_800, 10_800];

/** Attempts of a round: of the first delivery, and of each redelivery (specification, "Limits"). */
export const attemptsPerRound = delaysSeconds.length + 1;

interface Failure {
  /** Attempts that the round has had, 1 to 5. */
  roundAttempts: number;
  /** The receiver's `Retry-After`, as it stands. */
  retryAfter: string | null;
  /** When the attempt ended, in milliseconds since the Unix epoch. */
  endedAtMs: number;
  /** What every delay is multiplied by; 1 outside of tests. */
  scale: number;
}

/**
 * When the next attempt of the round is due, in milliseconds since the Unix epoch; undefined after the last. What the
 * receiver asks for may lengthen a delay to twice its value, and never shortens it.
 */
export function nextAttemptAtMs({ roundAttempts, retryAfter, endedAtMs, scale }: Failure): number | undefined {
  const seconds = delaysSeconds[roundAttempts - 1];
  if (seconds === undefined) return undefined;
  const delayMs = seconds * 1000 * scale;
  const askedMs = retryAfter === null ? 0 : (parseRetryAfter(retryAfter, endedAtMs) ?? 0);
  return endedAtMs + Math.round(Math.min(Math.max(delayMs, askedMs), 2 * delayMs));
}

/** Milliseconds to wait by a `Retry-After` header, seconds or an HTTP date (RFC 9110, 10.2.3); undefined for any other text. */
export function parseRetryAfter(text: string, nowMs: number): number | undefined {
  const trimmed = text.trim();
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(trimmed)) return undefined;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : at - nowMs;
}
