import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseFlags } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
import { assemble } from "./release/assemble";
import { tryRelease } from "./release/try-release";

const usage = `Usage: npm run release [-- [--skip-build] [--assemble]]

Builds the product, puts it with what it needs of node_modules into one archive, and tries that archive out: unpacks it
in an empty directory, migrates an empty PostgreSQL, and records, verifies and packages an event there as a caller would.
Only an archive that passed stays in dist/, with its SHA-256 beside it.

  --skip-build   Take the build that is there (npm run build).
  --assemble     Stop at the directory in dist/: no archive, nothing tried out. For an image that is built of it.
  --help         This text.

To run it: Node 20 and a PostgreSQL, nothing else. docs/operations/deployment.md says how.`;

const root = join(import.meta.dirname, "..");

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { "skip-build": "boolean", assemble: "boolean", help: "boolean" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  if (!flags["skip-build"]) run("npm", ["run", "build"]);
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, string>;
  const directory = join(root, "dist", `${name}-${version}`);
  await assemble(root, directory);
  if (flags.assemble) return;
  const archive = `${directory}.tar.gz`;
  // The same build gives the same bytes: neither times nor owners of this machine are in it.
  run("tar", [
    ...["--create", "--gzip", `--file=${archive}`, `--directory=${join(root, "dist")}`],
    ...[
      "--sort=name",
      "--mtime=2000-01-01T00:00:00Z",
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      basename(directory),
    ],
  ]);
  console.log(`Trying ${basename(archive)} (${megabytes(archive)} MB) …`);
  await tryRelease(archive, { program, say: (line) => console.log(`  ${line}`) });
  const hash = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(`${archive}.sha256`, `${hash}  ${basename(archive)}\n`);
  console.log(`dist/${basename(archive)}\nsha256:${hash}`);
});

function run(program: string, argv: string[]): void {
  const { status } = spawnSync(program, argv, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ${argv[0]} ended with ${status}.`);
}

function megabytes(file: string): number {
  return Math.round(statSync(file).size / 1024 / 1024);
}
