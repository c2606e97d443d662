/**
 * `npm test` proves each behaviour once. `npm run test:full` also runs files named `*.full.spec.ts`, tests tagged `@full`
 * and every row of the tables that `npm test` samples.
 */
export const isFullRun = process.env.TEST_SCOPE === "full";

/** The details of a test that only `npm run test:full` runs. */
export const onlyInFullRun = { tag: "@full" };

/** The details of one test of a table: only the samples run in `npm test`. */
export function sampled(isSample: boolean): { tag?: string } {
  return isSample ? {} : onlyInFullRun;
}

/** The rows of a table that this run sends: all of them in a full run, otherwise those that `isSample` accepts. */
export function rowsOfThisRun<Row>(rows: readonly Row[], isSample: (row: Row) => boolean): Row[] {
  return isFullRun ? [...rows] : rows.filter(isSample);
}
