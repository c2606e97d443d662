import type { components } from "./generated/api";

type ErrorBody = components["schemas"]["Error"];

/** What a refusal is called. More may come, so that any text is taken. */
export type ErrorCode = ErrorBody["error"] | "unknown" | (string & {});

/** One problem of a request: where it is (`dateRange.from`) and what it is. */
export interface ErrorDetail {
  path: string;
  message: string;
}

interface Refusal {
  method: string;
  url: string;
  response: Response;
  /** The answer's body. */
  text: string;
}

/** An answer of the service that is not 2xx. Its message is the service's own sentence. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** `unknown` where the answer was not the service's: a proxy's, for instance. */
  readonly code: ErrorCode;
  /** Every problem of the request, where the service lists them. */
  readonly details: readonly ErrorDetail[];
  /** Names the request in the service's logs; quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** With 403: what the key lacks. */
  readonly requiredScope: string | undefined;
  /** What the service asks to wait. */
  readonly retryAfterMs: number | undefined;
  readonly method: string;
  /** Without its query, which may hold a token. */
  readonly url: string;
  /** The body as it was parsed; text where it is not JSON. */
  readonly body: unknown;

  constructor({ method, url, response, text }: Refusal) {
    const body = parse(text);
    const told: Record<string, unknown> = isObject(body) ? body : {};
    const { error, message, details, requestId, requiredScope } = told;
    super(typeof message === "string" ? message : `The request was answered ${response.status}.`);
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

/** There was no whole answer: no connection, one that broke, or none in time. `cause` is what the platform said. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** Whether the time for an answer had passed. */
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
