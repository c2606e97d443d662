import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languageProblems } from "./language-rules";

const usage = `Usage: npm run lint:language [-- <path>…]

Finds phrases in texts, comments and documents that the language rules replace (tools/language-rules.ts), in all tracked
files or below the given paths. Prints file:line, the phrase and a suggestion, and the count of each top folder. Exits
with status 1 when there are findings.`;

const root = join(import.meta.dirname, "..");
const readable = /\.(?:[cm]?[jt]sx?|md|css|prisma)$|^lib\/domains\/evidence\/.*\.json$|(?:^|\/)\.env\.example$/;
/** Generated files, the rules themselves, and the titles of ISO/IEC 42001, which ISO spells with a z. */
const excluded =
  /^(?:lib\/generated|clients\/[^/]+\/src\/generated)\/|^tools\/language-rules(?:\.test)?\.ts$|^lib\/domains\/evidence\/frameworks\/iso-42001\.json$/;

const argv = process.argv.slice(2);
if (argv.includes("--help")) console.log(usage);
else {
  const files = execFileSync("git", ["ls-files", "--", ...argv], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const counts = new Map<string, number>();
  for (const file of files.split("\n").filter((name) => readable.test(name) && !excluded.test(name))) {
    for (const { line, phrase, suggestion } of languageProblems(file, readFileSync(join(root, file), "utf8"))) {
      console.log(`${file}:${line}: "${phrase.trim()}": ${suggestion}`);
      const folder = file.includes("/") ? file.slice(0, file.indexOf("/")) : "(root)";
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  for (const [folder, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${folder.padEnd(12)} ${count}`);
  console.log(`${"total".padEnd(12)} ${total}`);
  process.exitCode = total > 0 ? 1 : 0;
}
