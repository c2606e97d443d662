import { singleton } from "@/lib/platform/core/singleton";

const failureSeenForMs = 10_000;
const failures = () => singleton("database-failures", (): { atMs?: number } => ({}));

/** Remembers that the database could not be used, for those who see only that a page failed. */
export function noteDatabaseFailure(): void {
  failures().atMs = performance.now();
}

/** Whether the database could not be used a few seconds ago. */
export function hasDatabaseFailed(): boolean {
  const { atMs } = failures();
  return atMs !== undefined && performance.now() - atMs < failureSeenForMs;
}
