import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** Writes the verifiers that recipients download from /verify. */
export async function writeVerifiers(): Promise<void> {
  await mkdir(join(root, "public"), { recursive: true });
  await writeFile(join(root, "public/verify-evidence.mjs"), await buildVerifier());
  await copyFile(join(root, "clients/python/verify_evidence.py"), join(root, "public/verify_evidence.py"));
}

/** The service's own verification as one file without dependencies. The same sources give the same bytes. */
export async function buildVerifier(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["cli/verify-evidence.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // The second line is for CommonJS modules, which load Node's modules with `require`.
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    legalComments: "eof",
    logLevel: "warning",
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild wrote no verifier.");
  return file.contents;
}
