import { capitalised } from "@/lib/platform/client/format";

/** A problem with one field of a request, for example at the path `dateRange.from`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

interface ApiErrorParts {
  /** 0 if there was no response. */
  status: number;
  /** An error code of the API, or `offline` if there was no response. */
  code: string;
  message: string;
  details?: ErrorDetail[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  /** The other members of the response body, for example `requiredPermission`. */
  members?: Record<string, unknown>;
}

/** A failed API request. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly members: Record<string, unknown>;

  constructor({ details = [], requestId = null, retryAfterSeconds = null, members = {}, ...parts }: ApiErrorParts) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.members = members;
  }
}

/** The error of a failed response. Bodies that are not from the API, such as a proxy's page, are not shown. */
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

export function offlineError(): ApiError {
  return new ApiError({ status: 0, code: "offline", message: "The service cannot be reached. Check your connection." });
}

/** The messages of an error by field: `{ "allowedEndpoints[0].host": "Must be …" }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const messages: Record<string, string> = {};
  for (const { path, message } of error.details) messages[path] ??= capitalised(message);
  return messages;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function isDetail(value: unknown): value is ErrorDetail {
  const { path, message } = asRecord(value);
  return typeof path === "string" && typeof message === "string";
}
