import { spawnSync } from "node:child_process";
import { createHash, sign } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseFlags } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
import { readSigningKey } from "@/lib/platform/signing/ed25519";
import { assemble } from "./release/assemble";
import { tryRelease } from "./release/try-release";

const usage = `Usage: npm run release [-- [--skip-build] [--assemble] [--signing-key <file>]]

Builds the product, packs it into an archive with its dependencies, and tests the archive: unpacks it into an empty
directory, migrates an empty PostgreSQL database, records and verifies an event, and generates an evidence package. The
archive, its software bill of materials (SBOM), the verifiers of evidence packages, the TypeScript client and their
SHA-256 are in dist/.

  --skip-build           Use the existing build (npm run build).
  --assemble             Only create the directory in dist/, without archive and test. For container images.
  --signing-key <file>   Also sign the list of SHA-256 hashes, with this Ed25519 key (PKCS#8 in PEM).
  --help                 Show this help.

The archive requires only Node 22 or 24 and PostgreSQL: docs/operations/deployment.md.`;

const root = join(import.meta.dirname, "..");

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), {
    "skip-build": "boolean",
    assemble: "boolean",
    "signing-key": "string",
    help: "boolean",
  });
  if (flags.help) {
    console.log(usage);
    return;
  }
  // An unreadable key is reported before the build.
  const key = flags["signing-key"] && readSigningKey(readFileSync(flags["signing-key"], "utf8"));
  if (!flags["skip-build"]) run("npm", ["run", "build"]);
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, string>;
  const directory = join(root, "dist", `${name}-${version}-${process.platform}-${process.arch}`);
  await assemble(root, directory);
  if (flags.assemble) return;
  const archive = `${directory}.tar.gz`;
  const entries = readdirSync(directory).sort(
    (one, other) => Number(other === "README.md") - Number(one === "README.md"),
  );
  // Reproducible: the archive contains no times or owners of this machine. README.md is its first file.
  run("tar", [
    ...["--create", "--gzip", `--file=${archive}`, `--directory=${join(root, "dist")}`],
    ...[
      "--sort=name",
      "--mtime=2000-01-01T00:00:00Z",
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      ...entries.map((entry) => join(basename(directory), entry)),
    ],
  ]);
  console.log(`Testing ${basename(archive)} (${megabytes(archive)} MB) …`);
  await tryRelease(archive, { program, say: (line) => console.log(`  ${line}`) });
  const verifiers = ["verify-evidence.mjs", "verify_evidence.py"];
  for (const file of verifiers) copyFileSync(join(directory, "public", file), join(root, "dist", file));
  const packed = spawnSync(
    "npm",
    ["pack", "--silent", "--pack-destination", join(root, "dist"), "./clients/typescript"],
    {
      ...{ cwd: root, encoding: "utf8" },
    },
  );
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  const client = packed.stdout.trim().split("\n").at(-1) ?? "";
  const bill = `${basename(directory)}.cdx.json`;
  copyFileSync(join(directory, "sbom.cdx.json"), join(root, "dist", bill));
  const files = [basename(archive), bill, ...verifiers, client];
  const sums = files.map((file) => `${sha256Of(join(root, "dist", file))}  ${file}\n`).join("");
  writeFileSync(`${archive}.sha256`, sums);
  if (key) writeFileSync(`${archive}.sha256.sig`, sign(null, Buffer.from(sums), key.privateKey));
  console.log(
    `Written to dist/:\n${sums}${key ? `Signed with the key ${key.id}.` : "Not signed: --signing-key is not set."}`,
  );
});

function run(program: string, argv: string[]): void {
  const { status } = spawnSync(program, argv, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ${argv[0]} exited with status ${status}.`);
}

function sha256Of(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function megabytes(file: string): number {
  return Math.round(statSync(file).size / 1024 / 1024);
}
