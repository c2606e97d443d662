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
    message: typeof message === "string" ? message : `The service returned status ${response.status}.`,
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    requestId: typeof requestId === "string" ? requestId : response.headers.get("X-Request-Id"),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    members,
  });
}

/** The error of a call to which no answer came. */
export function offlineError(): ApiError {
  return new ApiError({ status: 0, code: "offline", message: "The service can't be reached. Check your connection." });
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
