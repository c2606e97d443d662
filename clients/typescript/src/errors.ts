import type { components } from "./generated/api";

type ErrorBody = components["schemas"]["Error"];

/** An error code. New codes can be added at any time, so any string is accepted. */
export type ErrorCode = ErrorBody["error"] | "unknown" | (string & {});

/** A problem in the request, with the path to the field, such as `dateRange.from`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

interface Refusal {
  method: string;
  url: string;
  response: Response;
  /** The response body. */
  text: string;
}

/** A response that is not 2xx, with the message of the service. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** `unknown` if the response is not from the service, but for example from a proxy. */
  readonly code: ErrorCode;
  /** The problems of the request, if the service lists them. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the service's logs. Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** With 403: the scope that the key lacks. */
  readonly requiredScope: string | undefined;
  /** The `Retry-After` of the response. */
  readonly retryAfterMs: number | undefined;
  readonly method: string;
  /** Without its query, which may contain a token. */
  readonly url: string;
  /** The parsed body, or its text if it is not JSON. */
  readonly body: unknown;

  constructor({ method, url, response, text }: Refusal) {
    const body = parse(text);
    const members: Record<string, unknown> = isObject(body) ? body : {};
    const { error, message, details, requestId, requiredScope } = members;
    super(typeof message === "string" ? message : `The request failed with status ${response.status}.`);
    this.status = response.status;
    this.code = typeof error === "string" ? error : "unknown";
    this.details = Array.isArray(details) ? (details as ErrorDetail[]) : [];
    this.requestId = typeof requestId === "string" ? requestId : (response.headers.get("x-request-id") ?? undefined);
    this.requiredScope = typeof requiredScope === "string" ? requiredScope : undefined;
    this.retryAfterMs = retryAfterMs(response.headers.get("retry-after"));
    this.method = method;
    this.url = url.replace(/\?.*$/s, "");
    this.body = body;
  }
}

/** There was no complete response: the connection failed or was lost, or the request timed out. `cause` is the original error. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** Whether the request timed out. */
  readonly isTimeout: boolean;

  constructor(message: string, { cause, isTimeout = false }: { cause?: unknown; isTimeout?: boolean } = {}) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
