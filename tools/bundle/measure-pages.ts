import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotli } from "./compress";

interface MeasuredPage {
  /** The page's URL path, without folders that only group. */
  page: string;
  /** Size of the JavaScript that the first load fetches, each file compressed with Brotli. */
  bytes: number;
}

/** The pages of a finished build, the largest first. Scripts for browsers without modules do not count. */
export async function measurePages(build: string): Promise<MeasuredPage[]> {
  const { rootMainFiles } = JSON.parse(await readFile(join(build, "build-manifest.json"), "utf8"));
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? compressedSize(join(build, file));
    sizes.set(file, known);
    return known;
  };
  const pages: MeasuredPage[] = [];
  const written = await readdir(join(build, "server/app"), { recursive: true });
  for (const path of written.filter((each) => each.endsWith("page_client-reference-manifest.js"))) {
    const { route, files } = readManifest(await readFile(join(build, "server/app", path), "utf8"));
    if (route.startsWith("/_")) continue;
    const loaded = await Promise.all([...new Set<string>([...rootMainFiles, ...files])].map(sizeOf));
    pages.push({ page: pathOf(route), bytes: loaded.reduce((sum, size) => sum + size, 0) });
  }
  return pages.sort((one, other) => other.bytes - one.bytes || one.page.localeCompare(other.page));
}

/** Next's manifest of a page: the files that the browser needs for each of its segments. */
export function readManifest(source: string): { route: string; files: string[] } {
  const [, route, json] = /__RSC_MANIFEST\["([^"]+)"\]\s*=\s*(\{[\s\S]*\})/.exec(source) ?? [];
  if (route === undefined || json === undefined)
    throw new Error("The format of Next's client reference manifest has changed.");
  const { entryJSFiles } = JSON.parse(json) as { entryJSFiles: Record<string, string[]> };
  return { route, files: Object.values(entryJSFiles).flat() };
}

export function pathOf(route: string): string {
  return route.replace(/\/\([^)]+\)/g, "").replace(/\/page$/, "") || "/";
}

async function compressedSize(file: string): Promise<number> {
  return (await brotli(await readFile(file))).length;
}
