import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Looked up when they are needed: the build leaves them where they are installed. */
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
  /** Changes with the content, so that a browser may keep what it has for ever. */
  version: string;
}

const read = new Map<AssetName, Asset>();

/** A file of Swagger UI as it was installed. Nothing of the reference page is loaded from anywhere else. */
export function asset(name: AssetName): Asset {
  const known = read.get(name);
  if (known) return known;
  const { type, path } = files[name];
  const content = readFileSync(path());
  const version = createHash("sha256").update(content).digest("hex").slice(0, 16);
  const found = { content, type, version };
  read.set(name, found);
  return found;
}

/** Where the reference page finds a file. */
export function assetUrl(name: AssetName): string {
  return `/docs/assets/${asset(name).version}/${name}`;
}

export function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(files, name);
}
