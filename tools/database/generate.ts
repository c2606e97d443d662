import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Generates the Prisma client. `prisma generate` looks for the schema engine's binary, which npm does not deliver and
 * which it does not run, so any existing file prevents a download. Sends no requests.
 */
const prisma = createRequire(import.meta.url).resolve("prisma/package.json");
const { status, error } = spawnSync(
  process.execPath,
  [
    ...["--require", join(import.meta.dirname, "without-studio.cjs")],
    ...[join(dirname(prisma), "build/index.js"), "generate", "--no-hints"],
  ],
  {
    cwd: join(import.meta.dirname, "../.."),
    stdio: "inherit",
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    },
  },
);
if (error) throw error;
process.exitCode = status ?? 1;
