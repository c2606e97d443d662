import { inspect } from "node:util";

/** A command was called incorrectly. The message names the flag and its valid values. */
export class UsageError extends Error {}

/** An error for standard error: the message of an error written for people, otherwise the error with its stack. */
export function describeError(error: unknown): string {
  const isSentence = error instanceof UsageError || (error instanceof Error && error.constructor === Error);
  return isSentence ? error.message : inspect(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
