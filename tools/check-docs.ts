import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentProblems, environmentProblems, type Repository } from "./docs-rules";

const root = join(import.meta.dirname, "..");
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");
const repository: Repository = {
  exists: (path) => existsSync(join(root, path)),
  scripts: Object.keys((JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts),
};

const rootDocuments = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "AGENTS.md"].filter(repository.exists);
const documents = [
  ...rootDocuments,
  ...filesBelow("docs", /\.md$/),
  ...filesBelow("lib", /(?:^|\/)README\.md$/),
  ...filesBelow("clients", /(?:^|\/)README\.md$/),
];
const problems = [
  ...documents.flatMap((file) => documentProblems(file, read(file), repository)),
  ...environmentProblems(read(".env.example"), read("lib/platform/config/env.ts")),
];

for (const problem of problems) console.error(problem);
console.log(`${documents.length} documents checked, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesBelow(folder: string, name: RegExp): string[] {
  if (!repository.exists(folder)) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => name.test(path) && !path.startsWith("lib/generated/"));
}
