import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = import.meta.dirname;
/** `npm run test:full` also runs files named `*.full.test.ts`. */
const isFullRun = process.env.TEST_SCOPE === "full";

const testFiles = ["app", "cli", "clients", "components", "docs", "lib", "server", "tools"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path) && (isFullRun || !path.includes(".full.")))
    .map((path) => `${folder}/${path}`),
);

/** Mocked modules of one file must not affect the next one. */
function replacesModules(path: string): boolean {
  return /\bvi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(join(root, path), "utf8"));
}

/** A project does not inherit these. */
const filter = {
  tags: [{ name: "full", description: "Long; only in npm run test:full" }],
  ...(!isFullRun && { tagsFilter: ["!full"] }),
};

function project(
  name: string,
  { include, isolate, groupOrder }: { include: string[]; isolate: boolean; groupOrder: number },
): TestProjectInlineConfiguration {
  return {
    resolve: { alias: { "@": root } },
    test: {
      name,
      include,
      isolate,
      environment: "node",
      setupFiles: "tools/testing/fresh-process.ts",
      sequence: { groupOrder },
      pool: "forks",
      // More than a small machine has processors: many tests wait for the database, for other processes or for a time.
      maxWorkers: 3,
      testTimeout: 60_000,
      hookTimeout: 90_000,
      ...filter,
      restoreMocks: true,
      unstubEnvs: true,
    },
  };
}

export default defineConfig({
  // For the global set-up; the projects have their own.
  resolve: { alias: { "@": root } },
  test: {
    globalSetup: "tools/database/vitest-global-setup.ts",
    watch: false,
    allowOnly: false,
    ...filter,
    projects: [
      // Isolating each file took a third of the time.
      project("shared", { include: testFiles.filter((path) => !replacesModules(path)), isolate: false, groupOrder: 0 }),
      project("alone", { include: testFiles.filter(replacesModules), isolate: true, groupOrder: 1 }),
    ],
  },
});
