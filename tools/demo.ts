import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseFlags, parsePort } from "@/cli/support/flags";
import { type Program, runProgram } from "@/cli/support/program";
import { createProgress, type Note } from "@/cli/support/progress";
import { withLock } from "@/server/database/embedded/lock";
import { prepareDatabase } from "@/server/database/prepare";
import { resolveDatabase } from "@/server/database/resolve";
import { requireFreePort } from "@/server/listen";
import { requireEnvironment } from "@/server/require-environment";
import { accountFilePath, readAccountFile, writeAccountFile } from "./demo/account-file";
import { ensureBuild } from "./demo/build";
import { resetDataDirectory } from "./demo/reset";
import type { DemoHistory } from "./demo/seed-demo";
import { summary } from "./demo/summary";

const root = join(import.meta.dirname, "..");
const seedTimeoutMs = 10 * 60_000;

runProgram(async (program) => {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(usage);
    return;
  }
  await runDemo(options, program);
});

async function runDemo({ port, dataDir, reset }: DemoOptions, program: Program): Promise<void> {
  const host = process.env.HOST || "127.0.0.1";
  const progress = createProgress();
  requireEnvironment({ ...process.env, DATA_DIR: dataDir, PORT: String(port) });
  await requireFreePort(host, port);
  if (reset) await progress.step("Reset", () => resetDataDirectory(dataDir));

  const database = await progress.step("Database", async (onProgress) => {
    const resolved = await resolveDatabase({ dataDir, onProgress });
    program.onExit(resolved.stop);
    if (!resolved.embedded) onProgress("Using the database in DATABASE_URL.");
    return resolved;
  });
  await progress.step("Migrations", () => prepareDatabase(database.ownerUrl));
  await progress.step("Production build", (note) => ensureBuild(root, program, note));

  // One log line per request would hide all other output.
  process.env.LOG_LEVEL ||= "warn";
  process.env.SHUTDOWN_DELAY ||= "0";
  process.env.CHECKPOINT_COPY_FILE ||= join(dataDir, "checkpoint-copies.ndjson");
  Object.assign(process.env, { DATABASE_URL: database.applicationUrl, DATA_DIR: dataDir, PORT: String(port) });
  const isNew = await initialiseSigner(database.embedded);
  const history = await progress.step("Sample history", (note) =>
    seedHistory(dataDir, { port, isSimulated: isNew, note }),
  );
  const server = await progress.step("Server", async () => {
    const { startReceivers } = await import("./demo/receivers");
    program.onExit(await startReceivers());
    const built = pathToFileURL(join(root, ".next/service/server.mjs")).href;
    const { startServer } = (await import(built)) as typeof import("@/server/server");
    const started = await startServer();
    program.onExit(started.close);
    return started;
  });
  const seeded = await progress.step("Sample data", (note) => seed(dataDir, server.url, { history, note }));
  const { publicUrl } = await import("@/lib/platform/config/public-url");
  process.stdout.write(summary({ ...seeded, url: publicUrl("") }));
  const { printMailLinks } = await import("./demo/mail-links");
  program.onExit(printMailLinks(Date.now(), (lines) => process.stdout.write(lines)));
}

/**
 * Initialises the signer before the first chain is created. Its time precedes the sample history, because it does not sign
 * chains that are older than itself. Returns whether it is new.
 */
async function initialiseSigner(isEmbedded: boolean): Promise<boolean> {
  const { initialiseNewSigner, isSignerInitialised } = await import("@/lib/domains/audit-chain");
  const { historyDays } = await import("./seed/history");
  const { dayMs } = await import("./seed/timeline");
  if (await isSignerInitialised()) return false;
  const nowMs = Date.now() - (historyDays + 1) * dayMs;
  if (await initialiseNewSigner({ now: () => nowMs })) return true;
  // Without signer state, the service would not sign and would report tampering.
  if (!isEmbedded) return false;
  throw new Error(
    "The data directory has audit chains but no signer state. Start over with: npm run demo -- --reset. To keep the chains, run: npm run checkpoints:initialise -- --reason …",
  );
}

async function seedHistory(
  dataDir: string,
  { port, isSimulated, note }: { port: number; isSimulated: boolean; note: Note },
) {
  const { seedPast } = await import("./demo/seed-demo");
  return withSeedLock(dataDir, note, async () =>
    seedPast({
      isSimulated,
      known: await readAccountFile(dataDir),
      keep: (content) => writeAccountFile(dataDir, { ...content, url: `http://localhost:${port}` }),
      note,
    }),
  );
}

async function seed(dataDir: string, url: string, { history, note }: { history: DemoHistory; note: Note }) {
  const { seedPresent } = await import("./demo/seed-demo");
  return withSeedLock(dataDir, note, async () => {
    const known = await readAccountFile(dataDir);
    if (known) await writeAccountFile(dataDir, { ...known, url });
    return { ...(await seedPresent(history, { url, note })), accountFile: accountFilePath(dataDir) };
  });
}

async function withSeedLock<T>(dataDir: string, note: Note, run: () => Promise<T>): Promise<T> {
  const onWait = (pid: number) => note(`Waiting for process ${pid}, which is creating the sample data.`);
  return withLock(join(dataDir, "demo-lock"), { timeoutMs: seedTimeoutMs, onWait }, run);
}

const usage = `Usage: npm run demo [-- --port <number>] [--data-dir <folder>] [--reset]

Runs the service on this machine with sample data: two organisations with models, events, detections and packages.

  --port <number>       Port to listen on; 0 selects any free port. Default: PORT, or 3000.
  --data-dir <folder>   Directory of the database and the keys. Default: DATA_DIR, or .data.
  --reset               Delete the data directory first. A database in DATABASE_URL is not changed.
  --help                Show this help.

With DATABASE_URL, that database is used instead of the embedded one. Press Ctrl+C to stop; the data is kept.`;

interface DemoOptions {
  help: boolean;
  port: number;
  /** Absolute. */
  dataDir: string;
  reset: boolean;
}

function parseOptions(argv: string[], environment: NodeJS.ProcessEnv): DemoOptions {
  const flags = parseFlags(argv, { port: "string", "data-dir": "string", reset: "boolean", help: "boolean" });
  return {
    help: flags.help === true,
    port: parsePort(flags.port ?? (environment.PORT || "3000")),
    dataDir: resolve(flags["data-dir"] ?? (environment.DATA_DIR || ".data")),
    reset: flags.reset === true,
  };
}
