/** Every error code of the API with its status and title. The renderer, the OpenAPI document and the tests read this table. */
export const errorTable = {
  validation_failed: { status: 400, title: "The request is not valid" },
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  invalid_cursor: { status: 400, title: "The cursor is not valid" },
  bad_request: { status: 400, title: "The request is not valid HTTP" },
  unauthorized: { status: 401, title: "Authentication is missing or invalid" },
  insufficient_scope: { status: 403, title: "The API key lacks a scope, or the role a permission" },
  origin_mismatch: { status: 403, title: "The request does not come from this site" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "The method is not allowed here" },
  request_timeout: { status: 408, title: "The request took too long to arrive" },
  invalid_transition: { status: 409, title: "The state does not allow this" },
  idempotency_in_progress: { status: 409, title: "The first request with this key is still running" },
  conflict: { status: 409, title: "The request conflicts with the current state" },
  erasure_disabled: { status: 409, title: "Content erasure is turned off" },
  legal_hold: { status: 409, title: "A legal hold covers this" },
  precondition_failed: { status: 412, title: "The resource has changed" },
  payload_too_large: { status: 413, title: "The body is too large" },
  uri_too_long: { status: 414, title: "The URL is too long" },
  unsupported_media_type: { status: 415, title: "The content type is not supported" },
  range_not_satisfiable: { status: 416, title: "The range is outside of the file" },
  model_not_registered: { status: 422, title: "The model is not registered" },
  not_a_member: { status: 422, title: "The address does not belong to a member" },
  not_erasable: { status: 422, title: "The event's content cannot be erased" },
  batch_exceeds_limit: { status: 422, title: "The batch exceeds the per-minute limit" },
  idempotency_key_reused: { status: 422, title: "The idempotency key was used with another request" },
  rate_limited: { status: 429, title: "The rate limit is exceeded" },
  headers_too_large: { status: 431, title: "The headers are too large" },
  internal_error: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "The service is busy" },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** One problem of a request: where it is (`dateRange.from`, `events[3].tags`, `header Idempotency-Key`) and what it is. */
export interface ErrorDetail {
  path: string;
  message: string;
}

interface ErrorExtras {
  details?: ErrorDetail[];
  /** Members beside the standard ones, for example `requiredScope`. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Problems that one answer names: were there no end to them, a body of 8 MiB could ask for an answer of many times that. */
const detailsMax = 1_000;

/** An error that a caller may see. Everything else that is thrown is answered as `internal_error`, its message kept to the log. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly details: ErrorDetail[] | undefined;
  readonly members: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    extras: ErrorExtras = {},
  ) {
    super(message);
    this.details = extras.details?.slice(0, detailsMax);
    this.members = extras.members;
    this.headers = extras.headers;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** The same answer for an id of another organisation and one that does not exist. `what` is a noun: "audit event". */
export function notFound(what: string): ServiceError {
  return new ServiceError("not_found", `No such ${what} in this organisation.`);
}

export function validationFailed(details: ErrorDetail[]): ServiceError {
  const listed = details.length > detailsMax ? `the first ${detailsMax} are` : "each is";
  const message =
    details.length === 1 && details[0]
      ? `${details[0].path}: ${details[0].message}`
      : `The request has ${details.length} problems; ${listed} listed in details.`;
  return new ServiceError("validation_failed", message, { details });
}

export function unavailable(message: string, retryAfterSeconds = 1): ServiceError {
  return new ServiceError("unavailable", message, { headers: { "Retry-After": String(retryAfterSeconds) } });
}

/** What names a model that the organisation does not have: in an event, in a request for evidence. */
export function modelNotRegistered(modelId: string): ServiceError {
  const message = `No model ${modelId} is registered in this organisation. Register it with POST /v1/models and use the id it answers.`;
  return new ServiceError("model_not_registered", message, {
    details: [{ path: "modelId", message: "is not registered" }],
  });
}

export function idempotencyKeyReused(): ServiceError {
  return new ServiceError(
    "idempotency_key_reused",
    "This Idempotency-Key was used with another request. Use a new key for a new request.",
  );
}
