/** Why an attempt failed. */
export const attemptErrors = [
  "timeout",
  "connection_refused",
  "connection_lost",
  "connection_failed",
  "dns",
  "tls",
  "redirect",
  "status",
  "gone",
  "address_refused",
  "response_invalid",
  "interrupted",
] as const;
export type AttemptError = (typeof attemptErrors)[number];

/** Why no connection was made. */
export class ConnectionRefusal extends Error {
  constructor(
    readonly code: Extract<AttemptError, "address_refused" | "tls">,
    message: string,
  ) {
    super(message);
  }
}

/** The attempt exceeded its time limit. */
export class TimeUp extends Error {}

/** The error for a status; null for success. */
export function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}

const byCode: [RegExp, AttemptError][] = [
  [/^(ENOTFOUND|ENODATA|EAI_\w+|EBADNAME|ESERVFAIL)$/, "dns"],
  [/^ECONNREFUSED$/, "connection_refused"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, "connection_lost"],
  [/^HPE_/, "response_invalid"],
  [/^ETIMEDOUT$/, "timeout"],
];

/** The error code of a failed request. */
export function errorOfFailure(failure: unknown): AttemptError {
  if (failure instanceof TimeUp) return "timeout";
  if (failure instanceof ConnectionRefusal) return failure.code;
  const code = String((failure as NodeJS.ErrnoException | undefined)?.code ?? "");
  return byCode.find(([pattern]) => pattern.test(code))?.[1] ?? "connection_failed";
}

/**
 * The delay of a `Retry-After` header (seconds or an HTTP date; RFC 9110, 10.2.3) in milliseconds; undefined if
 * invalid.
 */
export function parseRetryAfter(text: string, nowMs: number): number | undefined {
  const trimmed = text.trim();
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(trimmed)) return undefined;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : at - nowMs;
}
