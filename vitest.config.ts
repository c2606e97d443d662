import { defineConfig } from "vitest/config";

/** `npm run test:full` also runs files named `*.full.test.ts`. */
const isFullRun = process.env.TEST_SCOPE === "full";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    include: ["{app,cli,clients,components,docs,lib,server,tools}/**/*.test.{ts,tsx}"],
    ...(!isFullRun && { exclude: ["**/*.full.test.*"] }),
    // Isolating each file took a third of the time.
    isolate: false,
    environment: "node",
    globalSetup: "tools/database/vitest-global-setup.ts",
    setupFiles: "tools/testing/fresh-process.ts",
    pool: "forks",
    // More than a small machine has processors: many tests wait for the database, for other processes or for a time.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // The default of a second is too short for a condition on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    tags: [{ name: "full", description: "Long; only in npm run test:full" }],
    ...(!isFullRun && { tagsFilter: ["!full"] }),
    restoreMocks: true,
    unstubEnvs: true,
    watch: false,
    allowOnly: false,
  },
});
