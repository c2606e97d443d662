import { createHash, type Hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readFileIfPresent, readJsonIfPresent, writeFileAtomically } from "@/server/database/embedded/files";

/** The sources of a production build. */
const sources = [
  "app",
  "cli",
  "components",
  "lib",
  "prisma",
  "public",
  "server",
  "clients/python/verify_evidence.py",
  "tools/build-service.ts",
  "tools/build-verifier.ts",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "proxy.ts",
  "tsconfig.json",
];

const recordPath = ".next/demo-build.json";
const buildIdPath = ".next/BUILD_ID";

/**
 * Whether the production build in `.next` matches the current sources. Its record is stored beside it and names the
 * build, so it does not cover a build that another process made or started later.
 */
export async function isBuildFresh(root: string): Promise<boolean> {
  const record = await readJsonIfPresent(join(root, recordPath));
  const buildId = await readFileIfPresent(join(root, buildIdPath));
  if (buildId === undefined || typeof record !== "object" || record === null) return false;
  return Reflect.get(record, "buildId") === buildId && Reflect.get(record, "sources") === (await hashSources(root));
}

/** Records the sources of a new build. Compute `sourcesHash` before the build. */
export async function recordBuild(root: string, sourcesHash: string): Promise<void> {
  const buildId = await readFile(join(root, buildIdPath), "utf8");
  await writeFileAtomically(join(root, recordPath), `${JSON.stringify({ buildId, sources: sourcesHash }, null, 2)}\n`);
}

/** Files that the build writes into `public`. */
const written = ["public/verify-evidence.mjs", "public/verify_evidence.py"];

/** SHA-256 over the paths and contents of all sources except tests and documents, and the version of Node.js. */
export async function hashSources(root: string): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  for (const name of sources) await addPath(hash, root, name);
  return hash.digest("hex");
}

async function addPath(hash: Hash, root: string, path: string): Promise<void> {
  if (/(?:\.test\.tsx?|\.md)$/.test(path) || written.includes(path)) return;
  let entries: string[];
  try {
    entries = await readdir(join(root, path));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT") return;
    if (error.code !== "ENOTDIR") throw error;
    const content = await readFile(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
    return;
  }
  for (const entry of entries.sort()) await addPath(hash, root, `${path}/${entry}`);
}
