import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { writeVerifiers } from "./build-verifier";
import { writeCompressed } from "./bundle/compress";
import { writeDocs } from "./docs/build";

/**
 * The second step of `npm run build`: bundles the server and the command line into Next's build output, because compiling
 * TypeScript file by file at each start would take seconds. Also compresses the scripts and styles of pages, and writes the
 * verifiers that /verify offers and the documentation site.
 */
const root = join(import.meta.dirname, "..");
const outdir = join(root, ".next", "service");

await rm(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: {
    start: "server/start.ts",
    cli: "cli/main.ts",
    // For the demo, which starts the server in its own process.
    server: "server/server.ts",
    worker: "lib/domains/evidence/generation/worker.ts",
    "report-worker": "lib/domains/reports/generation/worker.ts",
    "import-worker": "lib/domains/shadow-ai/imports/worker.ts",
    "verification-worker": "lib/domains/audit-chain/verification/worker.ts",
  },
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  // A command loads only its own chunks.
  splitting: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
});
await writeCompressed(join(root, ".next", "static"));
await writeVerifiers();
await writeDocs(join(outdir, "docs"));
