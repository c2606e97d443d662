import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import ts from "typescript";

/**
 * Builds what is published of the client: one file of JavaScript an entry with what it uses of the service and of others
 * inside, a declaration for each source, and the licences of what is inside.
 */
const root = join(import.meta.dirname, "../..");
const source = join(root, "clients/typescript/src");
const dist = join(root, "clients/typescript/dist");

/** A third of everything, and never shown: the verifier's sentences are English. */
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

/** File by file, which the explicit types of everything that is exported allow; with the extensions that Node wants. */
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
