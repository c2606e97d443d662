/**
 * The error codes of the contract with their statuses, listed separately because the product's own table is under test.
 */
export const errorStatuses = {
  validation_failed: 400,
  invalid_json: 400,
  invalid_cursor: 400,
  bad_request: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  origin_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  invalid_transition: 409,
  idempotency_in_progress: 409,
  erasure_disabled: 409,
  legal_hold: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  model_not_registered: 422,
  batch_exceeds_limit: 422,
  idempotency_key_reused: 422,
  not_a_member: 422,
  not_erasable: 422,
  rate_limited: 429,
  headers_too_large: 431,
} as const;
export type ErrorName = keyof typeof errorStatuses;

const members = new Set([
  "error",
  "message",
  "requestId",
  "details",
  "requiredScope",
  "requiredPermission",
  "allowed",
  "actualCount",
  "holds",
  "importId",
  "maxEvents",
]);
const rateHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

interface ErrorAnswer {
  headers: Headers;
  /** The parsed JSON; undefined if it is not JSON. */
  body: unknown;
}

/** Deviations of an error response from the contract, for any error. */
export function flawsOfError({ headers, body }: ErrorAnswer, isCounted: boolean): string[] {
  const flaws: string[] = [];
  const claim = (holds: boolean, flaw: string) => void (holds || flaws.push(flaw));
  const { error, message, requestId, details, ...others } = Object(body) as Record<string, unknown>;
  claim(/^application\/json\b/.test(headers.get("content-type") ?? ""), "its content type is not JSON");
  claim(typeof error === "string" && Object.hasOwn(errorStatuses, error), `its error is ${String(error)}`);
  claim(typeof message === "string" && message.length > 0 && message.length < 1000, "its message is not a sentence");
  claim(/^[A-Za-z0-9_-]{1,64}$/.test(String(requestId)), "its requestId is invalid");
  claim(headers.get("x-request-id") === requestId, "X-Request-Id is not its requestId");
  claim(details === undefined || isDetails(details), "its details are not { path, message } objects");
  for (const member of Object.keys(others)) claim(members.has(member), `it has a member ${member}`);
  for (const name of rateHeaders) {
    const value = headers.get(name);
    if (isCounted) claim(value !== null && /^\d+$/.test(value), `${name} is ${value}`);
  }
  claim(headers.get("cache-control") === "no-store", "it may be cached");
  return flaws;
}

function isDetails(details: unknown): boolean {
  return (
    Array.isArray(details) &&
    details.length > 0 &&
    details.every(
      (detail: unknown) =>
        Object.keys(Object(detail)).sort().join() === "message,path" &&
        Object.values(Object(detail)).every((value) => typeof value === "string"),
    )
  );
}
