import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    include: [
      "app/**/*.test.{ts,tsx}",
      "components/**/*.test.{ts,tsx}",
      "docs/**/*.test.ts",
      "lib/**/*.test.{ts,tsx}",
      "scripts/**/*.test.ts",
    ],
    globalSetup: "scripts/database/vitest-global-setup.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    watch: false,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
