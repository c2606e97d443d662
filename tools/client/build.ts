import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import ts from "typescript";

/**
 * Builds the published client: one JavaScript file per entry, bundled with the parts of the service and of dependencies
 * that it uses, a declaration file per source, and the licences of the bundled code.
 */
const root = join(import.meta.dirname, "../..");
const source = join(root, "clients/typescript/src");
const dist = join(root, "clients/typescript/dist");

/** Other languages are a third of the bundle and are never used, because the verifier's messages are in English. */
const withoutOtherLanguages: Plugin = {
  name: "without-other-languages",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "export {};" }));
  },
};

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["index", "bundle", "pdf"].map((entry) => join(source, `${entry}.ts`)),
  outdir: dist,
  bundle: true,
  splitting: true,
  external: ["@libpdf/core"],
  plugins: [withoutOtherLanguages],
  platform: "neutral",
  mainFields: ["module", "main"],
  format: "esm",
  target: "es2022",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
writeDeclarations();
writeFileSync(join(dist, "THIRD-PARTY-LICENCES.txt"), licences(Object.keys(metafile.inputs)));

/**
 * Generates declarations file by file, which is possible because all exports have explicit types, with the file
 * extensions that Node requires.
 */
function writeDeclarations(): void {
  const sources = readdirSync(source, { recursive: true, encoding: "utf8" });
  for (const name of sources.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))) {
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(join(source, name), "utf8"), {
      fileName: name,
      reportDiagnostics: true,
      compilerOptions: { isolatedDeclarations: true, target: ts.ScriptTarget.ES2022, strict: true },
    });
    const problems = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    if (problems.length > 0) throw new Error(`${name}: ${problems.join("; ")}`);
    if (/from "@\//.test(outputText)) throw new Error(`${name} exposes a type of the service, which is not published`);
    const file = join(dist, name.replace(/\.ts$/, ".d.ts"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, outputText.replace(/(from "\.{1,2}\/[^"]+)"/g, '$1.js"'));
  }
}

function licences(inputs: string[]): string {
  const packages = inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  return [...new Set(packages)]
    .sort()
    .map((name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim()}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}
