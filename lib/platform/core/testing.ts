import { singleton } from "@/lib/platform/core/singleton";

/** Replaces a {@link singleton}, for example the environment, until the end of the test file. */
export function provideSingleton(name: string, instance: unknown): void {
  forgetSingletons(name);
  singleton(name, () => instance);
}

/** Resets all {@link singleton}s, or those with the given names, as in a new process. */
export function forgetSingletons(...names: string[]): void {
  const registry = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const instances = registry[Symbol.for("governance-audit-service/singletons")];
  if (names.length === 0) instances?.clear();
  for (const name of names) instances?.delete(name);
}

// biome-ignore lint/style/noProcessEnv: the scope of the tests is not part of the service's configuration
export const isFullRun = process.env.TEST_SCOPE === "full";

/** The rows of a table that this run tests: all of them in a full run, otherwise those that `isSample` accepts. */
export function rowsOfThisRun<Row>(rows: readonly Row[], isSample: (row: Row) => boolean): Row[] {
  return isFullRun ? [...rows] : rows.filter(isSample);
}

/** Every nth row of a table whose rows test the same rule; all of them in a full run. */
export function everyNth<Row>(rows: readonly Row[], n: number): Row[] {
  return isFullRun ? [...rows] : rows.filter((_, index) => index % n === 0);
}

/**
 * The number of runs of an expensive property. `npm test` repeats the cases of a fixed seed, so it makes only an eighth
 * of the runs.
 */
export function propertyRuns(full: number): number {
  return isFullRun ? full : Math.max(4, Math.ceil(full / 8));
}
