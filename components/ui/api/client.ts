import { type ApiError, offlineError, toApiError } from "@/components/ui/api/api-error";
import { reportReachable } from "@/components/ui/api/connection";
import { queryString } from "@/lib/platform/client/query-string";

interface ReadOptions {
  signal?: AbortSignal | undefined;
}

interface SendOptions extends ReadOptions {
  headers?: Record<string, string>;
  /** Makes a repeat of the same call harmless. */
  idempotencyKey?: string;
}

/**
 * The API of this service, by the session of this browser. Paths begin with `/v1/`. Every refusal is an `ApiError`; a
 * session that ended leads to the sign-in page, which leads back here.
 */
export const api = {
  /** Members of the query that are null, undefined, empty or an empty list are left out. */
  async get<T>(path: string, query?: object, { signal }: ReadOptions = {}): Promise<T> {
    return read<T>(await call("GET", path + queryString(query), { signal }));
  },

  /** With the entity tag, for changes that must not overwrite somebody else's: send it as `If-Match`. */
  async getWithTag<T>(path: string, query?: object, { signal }: ReadOptions = {}) {
    const response = await call("GET", path + queryString(query), { signal });
    return { data: await read<T>(response), etag: response.headers.get("ETag") };
  },

  post: <T>(path: string, body?: unknown, options?: SendOptions) => send<T>("POST", path, body, options),
  patch: <T>(path: string, body?: unknown, options?: SendOptions) => send<T>("PATCH", path, body, options),
  put: <T>(path: string, body?: unknown, options?: SendOptions) => send<T>("PUT", path, body, options),
  delete: <T = void>(path: string, body?: unknown, options?: SendOptions) => send<T>("DELETE", path, body, options),
};

async function send<T>(method: string, path: string, body: unknown, options: SendOptions = {}): Promise<T> {
  const { signal, headers, idempotencyKey } = options;
  const sent = body instanceof Blob || body instanceof FormData ? body : JSON.stringify(body);
  return read<T>(
    await call(method, path, {
      signal,
      headers: {
        ...(typeof sent === "string" && { "Content-Type": "application/json" }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
        ...headers,
      },
      body: sent,
    }),
  );
}

interface Sent {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  body?: BodyInit | undefined;
}

async function call(method: string, url: string, { signal, headers, body }: Sent): Promise<Response> {
  const response = await reach(url, {
    method,
    headers: { Accept: "application/json", ...headers },
    credentials: "same-origin",
    cache: "no-store",
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  const error = await toApiError(response);
  if (isEndOfSession(error)) leaveToSignIn();
  throw error;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    reportReachable(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    reportReachable(false);
    throw offlineError();
  }
}

async function read<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

function isEndOfSession(error: ApiError): boolean {
  return error.status === 401 && error.code === "unauthorized";
}

let leaving = false;

/** Pages without a session stay where they are: what was refused there is a password or a token, and they say so. */
function leaveToSignIn(): void {
  const { pathname, search, hash } = location;
  if (leaving || /^\/(?:sign-in|invitation|reset-password|forgot-password)(?:\/|$)/.test(pathname)) return;
  leaving = true;
  location.assign(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search + hash)}`);
}
