import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Resolved at run time, because the files are not bundled. */
const require = createRequire(join(process.cwd(), "package.json"));

const files = {
  "swagger-ui.css": {
    type: "text/css; charset=utf-8",
    path: () => require.resolve("swagger-ui-dist/swagger-ui.css"),
  },
  "swagger-ui-bundle.js": {
    type: "text/javascript; charset=utf-8",
    path: () => require.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
  },
};

export type AssetName = keyof typeof files;

export interface Asset {
  content: Buffer<ArrayBuffer>;
  type: string;
  /** A hash of the content, so that browsers can cache the file permanently. */
  version: string;
}

const cache = new Map<AssetName, Asset>();

/** An installed file of Swagger UI. */
export function asset(name: AssetName): Asset {
  const cached = cache.get(name);
  if (cached) return cached;
  const { type, path } = files[name];
  const content = readFileSync(path());
  const version = createHash("sha256").update(content).digest("hex").slice(0, 16);
  const loaded = { content, type, version };
  cache.set(name, loaded);
  return loaded;
}

export function assetUrl(name: AssetName): string {
  return `/docs/assets/${asset(name).version}/${name}`;
}

export function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(files, name);
}
