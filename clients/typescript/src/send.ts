import { ApiError, ConnectionError } from "./errors";
import { type Repeatability, waitBeforeNext } from "./retry";

/** What one attempt came to. */
export interface Attempt {
  method: string;
  /** Without its query. */
  url: string;
  /** 1 for the first. */
  attempt: number;
  durationMs: number;
  /** Undefined where there was no answer. */
  status: number | undefined;
  /** Why it failed; undefined where it did not. */
  error: ApiError | ConnectionError | undefined;
  /** When the next attempt follows; undefined where none does. */
  retryInMs: number | undefined;
}

/** How requests are sent. */
export interface Sender {
  fetch: typeof fetch;
  onAttempt: ((attempt: Attempt) => void) | undefined;
}

/** A request that can be sent as often as is needed. */
export interface Outgoing extends Repeatability {
  method: string;
  url: string;
  headers: Headers;
  body: BodyInit | undefined;
  /** Whether the answer's body is for the caller to read, as it comes. */
  isStreamed: boolean;
  /** Of one attempt: until all of the answer is there, or its head where the body is streamed. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** A 2xx answer; `text` is its body where that was not left to the caller. */
export interface Incoming {
  response: Response;
  text: string;
}

/**
 * Sends a request until it is answered 2xx or there is no use in another attempt. Throws {@link ApiError},
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
    });
    if (!response.ok) return new ApiError({ method, url, response, text: await response.text() });
    return { response, text: isStreamed ? "" : await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    const place = `${method} ${withoutQuery(url)}`;
    return timeout.signal.aborted
      ? new ConnectionError(`${place} was not answered within ${timeoutMs} ms.`, { cause, isTimeout: true })
      : new ConnectionError(`${place} was not answered: ${reasonOf(cause)}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Node says "fetch failed", and the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** What a query holds may be for nobody's log. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, "");
}

function statusOf(outcome: Incoming | ApiError): number {
  return outcome instanceof ApiError ? outcome.status : outcome.response.status;
}

/** Resolves after a time. Throws the signal's reason as soon as it is aborted. */
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
