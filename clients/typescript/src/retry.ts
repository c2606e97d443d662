import { ApiError, type ConnectionError } from "./errors";

export interface Repeatability {
  /** Whether repeating the request is safe. */
  isRepeatable: boolean;
  /** Maximum number of retries. */
  retries: number;
}

/** Statuses after which a retry can succeed. */
const passing: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

const baseMs = 250;
const ceilingMs = 8_000;
/** For longer delays the call throws instead. A window of the rate limit is one minute. */
const askedMsMax = 120_000;

/**
 * The delay before the next attempt; undefined if the request must not be retried.
 *
 * A request that the rate limit rejected (429) was not started, so any request can be retried. After other failures, only
 * requests that are safe to repeat. The delay is exponential with full jitter, in addition to `Retry-After`.
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
