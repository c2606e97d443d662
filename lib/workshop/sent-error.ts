import { GenerationFailed } from "@/lib/workshop/generation-failed";
import type { SentError } from "@/lib/workshop/messages";

/** Errors within errors that are told. */
const depthMax = 5;

/** What is told of an error to the process that gave the order. */
export function toSentError(error: unknown, depth = 1): SentError {
  const { name, message, stack, code, originalCode, cause, meta } = (error ?? {}) as Partial<Record<string, unknown>>;
  const inner = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  const known = [originalCode, code].find((one) => typeof one === "string");
  return {
    name: String(name ?? "Error"),
    message: String(message ?? error),
    ...(typeof stack === "string" && { stack }),
    ...(typeof known === "string" && { code: known }),
    ...(error instanceof GenerationFailed && { reason: error.reason }),
    ...(inner instanceof Object && depth < depthMax && { cause: toSentError(inner, depth + 1) }),
  };
}

/**
 * The error again, as far as others decide by it: whether the package cannot be made at all, and whether the database is
 * away, which drivers and Prisma wrap in errors of their own.
 */
export function fromSentError({ reason, message, ...others }: SentError): Error {
  return reason === undefined ? Object.assign(new Error(message), others) : new GenerationFailed(reason);
}
