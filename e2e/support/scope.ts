/**
 * `npm test` proves each behaviour once. `npm run test:full` also runs files named `*.full.spec.ts`, tests tagged `@full`
 * and every row of the tables that `npm test` samples.
 */
export { isFullRun, rowsOfThisRun } from "@/lib/platform/core/testing";

/** The details of a test that only `npm run test:full` runs. */
export const onlyInFullRun = { tag: "@full" };

/** The details of one test of a table: only the samples run in `npm test`. */
export function sampled(isSample: boolean): { tag?: string } {
  return isSample ? {} : onlyInFullRun;
}
