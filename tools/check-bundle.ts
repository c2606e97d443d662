import { join } from "node:path";
import { measurePages } from "./bundle/measure-pages";

/** The largest compressed size of the code that the browser loads before a page is interactive. */
const mostBytes = 185_000;

const pages = await measurePages(join(import.meta.dirname, "..", ".next"));
const width = Math.max(...pages.map(({ page }) => page.length));
for (const { page, bytes } of pages) {
  console.log(`${page.padEnd(width)}  ${kilobytes(bytes).padStart(8)}${bytes > mostBytes ? "  too much" : ""}`);
}

const heavy = pages.filter(({ bytes }) => bytes > mostBytes);
if (pages.length === 0) throw new Error("There is no build to measure: run npm run build first.");
if (heavy.length > 0) {
  console.error(
    `\n${heavy.length} of ${pages.length} pages load more than ${kilobytes(mostBytes)} of JavaScript on first load.`,
  );
  process.exitCode = 1;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
