import { useSyncExternalStore } from "react";
import { queryString } from "@/lib/client/query-string";

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

/** A problem with one part of what was sent: where it is (`dateRange.from`) and what it is. */
export interface ErrorDetail {
  path: string;
  message: string;
}

interface ApiErrorParts {
  /** 0 where no answer came. */
  status: number;
  /** A code of the API, or `offline` where no answer came. */
  code: string;
  message: string;
  details?: ErrorDetail[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  /** The other members of the answer, for example `requiredPermission`. */
  members?: Record<string, unknown>;
}

/** What a call of the API is refused with, in the words of the answer. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly members: Record<string, unknown>;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details ?? [];
    this.requestId = parts.requestId ?? null;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
    this.members = parts.members ?? {};
  }
}

/** The error of an answer that is not ok. A body that is not ours, a proxy's page for example, is not shown. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = asRecord(await response.json().catch(() => null));
  const { error, message, details, requestId, ...members } = body;
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: typeof error === "string" ? error : "unexpected_answer",
    message: typeof message === "string" ? message : `The service answered with status ${response.status}.`,
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    requestId: typeof requestId === "string" ? requestId : response.headers.get("X-Request-Id"),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    members,
  });
}

/** The error of a call to which no answer came. */
export function offlineError(): ApiError {
  return new ApiError({ status: 0, code: "offline", message: "The service cannot be reached. Check your connection." });
}

/** The sentences of an error for each field of a form: `{ "allowedEndpoints[0].host": "must be …" }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const sentences: Record<string, string> = {};
  for (const { path, message } of error.details) sentences[path] ??= asSentence(message);
  return sentences;
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function isDetail(value: unknown): value is ErrorDetail {
  const { path, message } = asRecord(value);
  return typeof path === "string" && typeof message === "string";
}

const listeners = new Set<() => void>();
let reachable = true;

/** Says whether the service answered last time. Every call of the API tells it; nothing else decides what is shown. */
export function reportReachable(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
}

/** Whether the service can be reached, as far as is known. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  );
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
