import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const systemChromium = "/usr/bin/chromium";
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  reporter: "list",
  use: { trace: "retain-on-failure", screenshot: "only-on-failure" },
  projects: [
    { name: "api", testDir: "e2e/api" },
    // Load, kills and restarts, one after the other: they would only slow each other down.
    { name: "processes", testDir: "e2e/processes", fullyParallel: false, workers: 1, timeout: 60_000 },
    {
      name: "dashboard",
      testDir: "e2e/dashboard",
      use: {
        ...devices["Desktop Chrome"],
        launchOptions: {
          ...(existsSync(systemChromium) && { executablePath: systemChromium }),
          args: [
            ...(asRoot ? ["--no-sandbox"] : []),
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      },
    },
  ],
});
