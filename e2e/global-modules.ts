import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "..");

/**
 * Bundles the modules of the service that tests import. `tsconfig.run.json` resolves imports to the bundles, because
 * Playwright compiles every imported file by itself, and loading hundreds of files takes each worker seconds.
 */
export default async function bundleModules(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: importedModules(),
    outbase: root,
    outdir: "test-results/modules",
    bundle: true,
    // A module has the same state in every bundle.
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning",
    plugins: [keepLocations],
  });
}

function importedModules(): string[] {
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
    .flatMap((text) => [...text.matchAll(/^(?!import type ).*(?:from |import\()"@\/([^"]+)"/gm)])
    .map(([, name = ""]) => name);
  return [...new Set(names)].map((name) => (existsSync(join(root, `${name}.ts`)) ? `${name}.ts` : `${name}/index.ts`));
}

/** Modules find files and packages relative to their source. */
const keepLocations: Plugin = {
  name: "keep-locations",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const contents = readFileSync(path, "utf8");
      if (!contents.includes("import.meta.")) return;
      return {
        contents: contents
          .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
        loader: path.endsWith("x") ? "tsx" : "ts",
      };
    });
  },
};
