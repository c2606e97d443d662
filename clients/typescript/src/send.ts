import { ApiError, ConnectionError } from "./errors";

/** The result of one attempt. */
export interface Attempt {
  method: string;
  /** Without its query. */
  url: string;
  /** 1 for the first. */
  attempt: number;
  durationMs: number;
  /** Undefined without a response. */
  status: number | undefined;
  /** The error, if the attempt failed. */
  error: ApiError | ConnectionError | undefined;
  /** The delay before the next attempt, if there is one. */
  retryInMs: number | undefined;
}

/** How requests are sent. */
export interface Sender {
  fetch: typeof fetch;
  onAttempt: ((attempt: Attempt) => void) | undefined;
}

/** A request that can be sent repeatedly. */
export interface Outgoing extends Repeatability {
  method: string;
  url: string;
  headers: Headers;
  body: BodyInit | undefined;
  /** Whether the caller reads the response body as a stream. */
  isStreamed: boolean;
  /** Timeout of one attempt, until the whole response has arrived, or its headers if the body is streamed. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** A 2xx response; `text` is its body unless the caller reads it. */
export interface Incoming {
  response: Response;
  text: string;
}

/**
 * Sends a request until it succeeds or cannot be retried. Throws {@link ApiError},
 * {@link ConnectionError}, and the reason of the caller's signal.
 */
export async function send(request: Outgoing, { fetch, onAttempt }: Sender): Promise<Incoming> {
  const { method, url, signal } = request;
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now();
    const outcome = await exchange(request, fetch);
    const error = outcome instanceof Error ? outcome : undefined;
    const retryInMs = error && waitBeforeNext(attempt, error, request);
    onAttempt?.({
      method,
      url: withoutQuery(url),
      attempt,
      durationMs: performance.now() - startedAt,
      status: outcome instanceof ConnectionError ? undefined : statusOf(outcome),
      error,
      retryInMs,
    });
    if (!(outcome instanceof Error)) return outcome;
    if (retryInMs === undefined) throw outcome;
    await wait(retryInMs, signal);
  }
}

async function exchange(request: Outgoing, fetch: Sender["fetch"]): Promise<Incoming | ApiError | ConnectionError> {
  const { method, url, headers, body, isStreamed, timeoutMs, signal } = request;
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      ...(body === undefined ? {} : { body }),
      // A redirected POST would become a GET.
      ...(method !== "GET" && { redirect: "error" as const }),
    });
    if (!response.ok) return new ApiError({ method, url, response, text: await response.text() });
    return { response, text: isStreamed ? "" : await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    const place = `${method} ${withoutQuery(url)}`;
    return timeout.signal.aborted
      ? new ConnectionError(`${place} received no response within ${timeoutMs} ms.`, { cause, isTimeout: true })
      : new ConnectionError(`${place} received no response: ${reasonOf(cause)}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Node's message is "fetch failed"; the reason is in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** Removes the query, which may contain sensitive data. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, "");
}

function statusOf(outcome: Incoming | ApiError): number {
  return outcome instanceof ApiError ? outcome.status : outcome.response.status;
}

/** Resolves after a delay. Throws the reason of the signal when it is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** A value of a query. Undefined values are omitted. */
type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface UrlParts {
  path?: Record<string, string> | undefined;
  query?: Record<string, QueryValue> | undefined;
}

/**
 * The URL of an operation. Throws a TypeError for a missing ID, or for an ID such as `..` that would change the
 * resource.
 */
export function buildUrl(origin: string, template: string, { path = {}, query = {} }: UrlParts): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${template}: ${name} must be an ID, not ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    // Lists are repeated parameters, because their values may contain commas.
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return `${origin}${filled}${search.size > 0 ? `?${search}` : ""}`;
}

/** The base URL without `/v1` and without a trailing slash. */
export function originOf(baseUrl: string): string {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError(`baseUrl must start with https:// or http://, not ${baseUrl}`);
  return baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
}

interface Repeatability {
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
