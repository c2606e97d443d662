import { ApiError, type ConnectionError } from "./errors";

/** What may be sent again, and how often. */
export interface Repeatability {
  /** Whether the request can take effect only once, or has none, so that to repeat it harms nothing. */
  isRepeatable: boolean;
  /** Attempts after the first one. */
  retries: number;
}

/** Answers after which the same request may fare better: late, broken, busy, or a proxy without its service. */
const passing: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

const baseMs = 250;
const ceilingMs = 8_000;
/** Whoever asks for a longer wait is told to the caller instead. A window of the rate limit is a minute. */
const askedMsMax = 120_000;

/**
 * How long to wait before the next attempt, after the given number of them; undefined where there is to be none.
 *
 * A request that was refused by the rate limit (429) was not begun, so any may be sent again. After everything else only
 * those may that are harmless to repeat: nobody knows how far the first one came. The wait is exponential with full jitter,
 * on top of what the service asks for (`Retry-After`), so that many clients do not come back at the same moment.
 */
export function waitBeforeNext(
  attempts: number,
  failure: ApiError | ConnectionError,
  { isRepeatable, retries }: Repeatability,
  random: () => number = Math.random,
): number | undefined {
  if (attempts > retries || !mayPass(failure, isRepeatable)) return undefined;
  const askedMs = failure instanceof ApiError ? (failure.retryAfterMs ?? 0) : 0;
  if (askedMs > askedMsMax) return undefined;
  return askedMs + random() * Math.min(ceilingMs, baseMs * 2 ** (attempts - 1));
}

function mayPass(failure: ApiError | ConnectionError, isRepeatable: boolean): boolean {
  if (!(failure instanceof ApiError)) return isRepeatable;
  if (failure.status === 429) return true;
  return isRepeatable && (passing.has(failure.status) || failure.code === "idempotency_in_progress");
}
