import { singleton } from "@/lib/platform/core/singleton";

const failures = () => singleton("storage-failures", () => new WeakSet<object>());

/** Records the error of an operation of the file storage or of the signer state. */
export function noteStorageFailure(error: unknown): void {
  if (error instanceof Error) failures().add(error);
}

/** Whether the error or one of its causes is such an error. Its codes are those of a lost database connection. */
export function isStorageFailure(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth === 5) return false;
  return failures().has(error) || isStorageFailure(error.cause, depth + 1);
}
