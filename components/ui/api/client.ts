import { offlineError, toApiError } from "@/components/ui/api/api-error";
import { createStore } from "@/lib/platform/client/observable";
import { queryString } from "@/lib/platform/client/query-string";

/** Whether the last API request reached the service. */
export const reachable = createStore(true);

interface ReadOptions {
  signal?: AbortSignal | undefined;
}

interface SendOptions extends ReadOptions {
  headers?: Record<string, string>;
  idempotencyKey?: string;
}

/**
 * Calls the API with the browser's session. Paths begin with `/v1/`. Failures throw an `ApiError`; an expired session
 * redirects to the sign-in page, which returns here.
 */
export const api = {
  /** Omits query members that are null, undefined, or empty. */
  async get<T>(path: string, query?: object, { signal }: ReadOptions = {}): Promise<T> {
    return read<T>(await call("GET", path + queryString(query), { signal }));
  },

  /** Also returns the entity tag, to send as `If-Match` with a change. */
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
  const sent = body instanceof Blob || body instanceof FormData ? body : JSON.stringify(body);
  return read<T>(await call(method, path, options, sent));
}

async function call(method: string, url: string, options: SendOptions, body?: BodyInit): Promise<Response> {
  const { signal, headers, idempotencyKey } = options;
  const response = await reach(url, {
    method,
    headers: {
      Accept: "application/json",
      ...(typeof body === "string" && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      ...headers,
    },
    credentials: "same-origin",
    cache: "no-store",
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  const error = await toApiError(response);
  if (error.status === 401 && error.code === "unauthorized") redirectToSignIn();
  throw error;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    reachable.set(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    reachable.set(false);
    throw offlineError();
  }
}

async function read<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

let leaving = false;

/**
 * Stops redirecting to the sign-in page, so that requests which return 401 during sign-out don't open it.
 * @returns a function that undoes this.
 */
export function leavePage(): () => void {
  leaving = true;
  return () => {
    leaving = false;
  };
}

/** Does nothing on public pages: a 401 there means a wrong password or token, which the page reports. */
function redirectToSignIn(): void {
  const { pathname, search, hash } = location;
  if (leaving || /^\/(?:sign-in|invitation|reset-password|forgot-password)(?:\/|$)/.test(pathname)) return;
  leavePage();
  location.assign(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search + hash)}`);
}
