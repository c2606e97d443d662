import { singleton } from "@/lib/platform/core/singleton";

const failureSeenForMs = 10_000;
const failures = () => singleton("database-failures", (): { atMs?: number } => ({}));

/** Records a database failure, for error pages that only know that rendering failed. */
export function noteDatabaseFailure(): void {
  failures().atMs = performance.now();
}

/** Whether the database failed in the last few seconds. */
export function hasDatabaseFailed(): boolean {
  const { atMs } = failures();
  return atMs !== undefined && performance.now() - atMs < failureSeenForMs;
}
