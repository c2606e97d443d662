import { readFile } from "node:fs/promises";

/**
 * A loader for the browser's build that replaces CommonJS modules of Next by its ES modules of the same name. Bundlers
 * remove unused exports from those only, which saves every page 15 kB (gzip).
 *
 * @this {{ resourcePath: string }}
 * @param {string} source
 */
// biome-ignore lint/style/noDefaultExport: the bundler calls it.
export default async function nextEsModules(source) {
  const path = this.resourcePath.replace("/next/dist/", "/next/dist/esm/");
  return await readFile(path, "utf8").catch(() => source);
}
