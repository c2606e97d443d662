import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brotli } from "./compress";
import { measurePages, pathOf, readManifest } from "./measure-pages";

let build: string;

beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), "bundle-"));
});

afterEach(async () => {
  await rm(build, { recursive: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(build, path)), { recursive: true });
  await writeFile(join(build, path), content);
}

function manifest(route: string, entryJSFiles: Record<string, string[]>): string {
  return `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};
globalThis.__RSC_MANIFEST["${route}"] = ${JSON.stringify({ clientModules: {}, entryJSFiles })};`;
}

test("a page's size is that of all its segments, each file once, and pages are sorted by size", async () => {
  await write("build-manifest.json", JSON.stringify({ polyfillFiles: ["old.js"], rootMainFiles: ["main.js"] }));
  await write("main.js", "main".repeat(50));
  await write("shared.js", "shared".repeat(50));
  await write("list.js", "list".repeat(50));
  await write(
    "server/app/(dashboard)/page_client-reference-manifest.js",
    manifest("/(dashboard)/page", { a: ["shared.js"] }),
  );
  await write(
    "server/app/(dashboard)/models/[id]/page_client-reference-manifest.js",
    manifest("/(dashboard)/models/[id]/page", { a: ["shared.js"], b: ["shared.js", "list.js"] }),
  );
  await write("server/app/_not-found/page_client-reference-manifest.js", manifest("/_not-found/page", {}));

  const [main, shared, list] = await Promise.all(
    ["main", "shared", "list"].map(async (text) => (await brotli(Buffer.from(text.repeat(50)))).length),
  );
  expect(await measurePages(build)).toEqual([
    { page: "/models/[id]", bytes: (main ?? 0) + (shared ?? 0) + (list ?? 0) },
    { page: "/", bytes: (main ?? 0) + (shared ?? 0) },
  ]);
});

test.each([
  ["/(dashboard)/page", "/"],
  ["/(public)/verify/page", "/verify"],
  ["/(dashboard)/(deep)/audit/[id]/page", "/audit/[id]"],
])("%s is the page %s", (route, page) => {
  expect(pathOf(route)).toBe(page);
});

test("a manifest of an unknown form is an error, not a page of size zero", () => {
  expect(() => readManifest("export default {}")).toThrow(
    "The format of Next's client reference manifest has changed.",
  );
});
