import { defineConfig, devices } from "@playwright/test";
import { isFullRun } from "./e2e/support/scope";
import { chromiumLaunch } from "./tools/testing/chromium";

const notDaily = isFullRun ? [] : ["**/*.full.spec.ts"];

/** Options for journeys over several pages, each scanned completely by axe, and for tests that call every operation. */
const ofPages = {
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // A missing element fails a test long before its time limit.
  use: { ...devices["Desktop Chrome"], launchOptions: chromiumLaunch(), actionTimeout: 60_000 },
} as const;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: ["./e2e/global-modules.ts", "./e2e/global-setup.ts"],
  tsconfig: "./e2e/tsconfig.run.json",
  build: { external: ["**/test-results/modules/**"] },
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  testIgnore: notDaily,
  ...(!isFullRun && { grepInvert: /@full/ }),
  // More than a small machine has processors: many tests wait for processes that start, or for a time.
  workers: 3,
  reporter: "list",
  // Recording traces takes a tenth of the processor. Pass --trace on to investigate a failure.
  use: { screenshot: "only-on-failure" },
  projects: [
    // Load, kills and restarts, one after the other: they would only slow each other down.
    { name: "processes", testDir: "e2e/processes", fullyParallel: false, workers: 1, timeout: 120_000 },
    // The same, but each worker on a separate database server. The few files of `npm test` share one.
    { name: "clusters", testDir: "e2e/clusters", fullyParallel: false, workers: isFullRun ? 2 : 1, timeout: 240_000 },
    // Their application is a separate one, so its worker is started once.
    { name: "mail", testMatch: /(api|dashboard)\/members\.spec\.ts/, fullyParallel: false, workers: 1, ...ofPages },
    // One project, because workers, which take seconds of processor time to start, are not shared between projects.
    {
      name: "service",
      testMatch: /(api|dashboard)\/.*\.spec\.ts/,
      testIgnore: [...notDaily, "**/members.spec.ts"],
      ...ofPages,
    },
  ],
});
