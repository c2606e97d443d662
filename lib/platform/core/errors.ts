/** Every error code of the API with its status and title. */
export const errorTable = {
  validation_failed: { status: 400, title: "A parameter, header or body field is not valid" },
  invalid_json: { status: 400, title: "The request body is not valid JSON" },
  invalid_cursor: { status: 400, title: "The cursor is not valid for this list and these filters" },
  bad_request: { status: 400, title: "The request is not valid HTTP" },
  unauthorized: { status: 401, title: "The credentials are missing or invalid" },
  insufficient_scope: {
    status: 403,
    title: "The API key lacks the required scope, or the member lacks the required permission",
  },
  origin_mismatch: { status: 403, title: "The `Origin` header does not match this service" },
  not_found: { status: 404, title: "The resource does not exist" },
  method_not_allowed: { status: 405, title: "The resource does not support this method" },
  request_timeout: { status: 408, title: "The request took too long to arrive" },
  invalid_transition: { status: 409, title: "The current status does not allow this change" },
  idempotency_in_progress: { status: 409, title: "A request with this idempotency key is still running" },
  conflict: { status: 409, title: "The request conflicts with the current state of the resource" },
  erasure_disabled: { status: 409, title: "Content erasure is disabled" },
  legal_hold: { status: 409, title: "A legal hold covers this data" },
  precondition_failed: { status: 412, title: "The resource has changed since you read it" },
  payload_too_large: { status: 413, title: "The request body is too large" },
  uri_too_long: { status: 414, title: "The URL is too long" },
  unsupported_media_type: { status: 415, title: "The media type or encoding of the body is not supported" },
  range_not_satisfiable: { status: 416, title: "The requested range is outside the file" },
  model_not_registered: { status: 422, title: "The model is not registered or is archived" },
  not_a_member: { status: 422, title: "The e-mail address does not belong to an active member" },
  not_erasable: { status: 422, title: "The event's content cannot be erased" },
  batch_exceeds_limit: { status: 422, title: "The batch contains more events than the rate limit allows per minute" },
  idempotency_key_reused: { status: 422, title: "The idempotency key was already used for a different request" },
  rate_limited: { status: 429, title: "The rate limit was exceeded" },
  headers_too_large: { status: 431, title: "The request headers are too large" },
  internal_error: { status: 500, title: "An internal error occurred" },
  ticket_not_created: { status: 502, title: "The external product did not confirm the ticket" },
  unavailable: { status: 503, title: "The service is temporarily unavailable" },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** One problem of a request. Paths look like `dateRange.from`, `events[3].tags` or `header Idempotency-Key`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

interface ErrorExtras {
  details?: ErrorDetail[];
  /** Additional members, for example `requiredScope`. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Limits the details, because a body of 8 MiB could otherwise cause a response many times as large. */
const detailsMax = 1_000;

/** An error for the caller. Any other error is returned as `internal_error` and only logged. */
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

/** For ids that do not exist or belong to another organisation. `what` is a noun: "audit event". */
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

/** `receiverStatus` is the status with which the product responded; null without a response. */
export function ticketNotCreated(message: string, receiverStatus: number | null): ServiceError {
  return new ServiceError("ticket_not_created", message, { members: { receiverStatus } });
}

export function modelNotRegistered(modelId: string): ServiceError {
  const message = `No model ${modelId} is registered in this organisation. Register it with POST /v1/models and use the returned ID.`;
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
