import { posix } from "node:path";

/** The possible targets of references. Paths are relative to the repository root. */
export interface Repository {
  exists(path: string): boolean;
  /** Names of the scripts in package.json. */
  scripts: readonly string[];
}

const topFolders = ["app", "cli", "clients", "components", "lib", "prisma", "e2e", "server", "tools", "docs", ".ci"];

/** Files in the root that documents can name without a folder. Other bare names (`store.ts`) are generic. */
const rootFile =
  /^(?:[A-Z]+\.md|LICENSE|[\w-]+\.config\.ts|(?:package|package-lock|tsconfig|biome|knip)\.json|\.(?:nvmrc|editorconfig|gitignore|gitattributes|env\.example|dependency-cruiser\.cjs))$/;

/** Generated, so absent from a fresh clone. */
const generated = /^lib\/generated(?:\/|$)/;

/** Dead links, dead paths and unknown npm scripts of a Markdown document. */
export function documentProblems(file: string, text: string, repository: Repository): string[] {
  const prose = withoutFences(text);
  const dead = [...linkTargets(prose, posix.dirname(file)), ...repositoryPaths(prose)].filter(
    ({ path }) => !generated.test(path) && !isThere(path, repository),
  );
  const unknown = npmScripts(text).filter((script) => !repository.scripts.includes(script));
  return unique([
    ...dead.map(({ written }) => `${file}: ${written} does not exist`),
    ...unknown.map((script) => `${file}: npm run ${script} is not in package.json`),
  ]);
}

/** Variables that are only in one of `.env.example` and the schema in `lib/platform/config/env.ts`. */
export function environmentProblems(example: string, schema: string): string[] {
  const documented = names(example, /^(?:# ?)?([A-Z][A-Z0-9_]+)=/gm);
  const read = names(schema, /^\s+([A-Z][A-Z0-9_]+):/gm);
  return [
    ...read
      .filter((name) => !documented.includes(name))
      .map((name) => `.env.example: ${name} of lib/platform/config/env.ts is missing`),
    ...documented
      .filter((name) => !read.includes(name))
      .map((name) => `.env.example: lib/platform/config/env.ts does not read ${name}`),
  ];
}

interface Reference {
  written: string;
  path: string;
}

function linkTargets(text: string, folder: string): Reference[] {
  const targets = names(text, /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g);
  return targets
    .filter((target) => !/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(target))
    .map((target) => ({
      written: target,
      path: posix.join(folder, decodeURIComponent(target.replace(/[#?].*$/, ""))),
    }));
}

function repositoryPaths(text: string): Reference[] {
  return names(text, /`([^`\n]+)`/g)
    .map((written) => ({ written, path: written.replace(/^(?:@|\.)\//, "").replace(/(?:#.*|:\d+)$/, "") }))
    .filter(({ path }) => /^[\w.@()[\]/-]+$/.test(path))
    .filter(({ path }) => rootFile.test(path) || topFolders.some((folder) => path.startsWith(`${folder}/`)));
}

function npmScripts(text: string): string[] {
  return names(text, /\bnpm run (?:-s |--silent )?([a-z][\w:.-]*\w)/g);
}

/** Imports leave out the extension, and so do documents that quote them. */
function isThere(path: string, repository: Repository): boolean {
  return [path, `${path}.ts`, `${path}.tsx`].some((candidate) => repository.exists(candidate));
}

function withoutFences(text: string): string {
  return text.replace(/^ *(```+|~~~+).*?^ *\1 *$/gms, "");
}

function names(text: string, pattern: RegExp): string[] {
  return unique([...text.matchAll(pattern)].map((match) => match[1] ?? ""));
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
