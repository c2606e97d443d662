import { resolve } from "node:path";
import { parseFlags, parsePort } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
import { createProgress } from "@/cli/support/progress";
import { prepareDatabase } from "./database/prepare";
import { resolveDatabase } from "./database/resolve";
import { requireFreePort } from "./listen";
import { requireEnvironment } from "./require-environment";

const usage = `Usage: npm run dev [-- --port <number>]

Runs the service and recompiles when a file changes. Uses the database in DATABASE_URL, or the embedded
database in DATA_DIR (default .data). npm run demo fills it with sample data.

  --port <number>   Port to listen on; 0 selects any free port. Default: PORT, or 3000.
  --help            Show this help.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { port: "string", help: "boolean" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  if (flags.port !== undefined) process.env.PORT = String(parsePort(flags.port));
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  requireEnvironment(process.env);
  await requireFreePort(process.env.HOST || "127.0.0.1", Number(process.env.PORT || 3000));
  const progress = createProgress();

  const database = await progress.step("Database", async (onProgress) => {
    const resolved = await resolveDatabase({ dataDir, onProgress });
    program.onExit(resolved.stop);
    if (!resolved.embedded) onProgress("Using the database in DATABASE_URL.");
    return resolved;
  });
  await progress.step("Migrations", () => prepareDatabase(database.ownerUrl));
  Object.assign(process.env, { DATABASE_URL: database.applicationUrl, DATA_DIR: dataDir });
  const server = await progress.step("Server", async () => {
    const { startServer } = await import("./server");
    const started = await startServer({ dev: true });
    program.onExit(started.close);
    return started;
  });
  console.log(`\nListening on ${server.url}. Press Ctrl+C to stop.\n`);
});
