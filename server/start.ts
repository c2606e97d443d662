import { describeError } from "@/cli/support/errors";
import { parseFlags, parsePort } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
import { requireFreePort } from "./listen";
import { requireEnvironment, requireSecrets } from "./require-environment";

const usage = `Usage: npm start [-- --port <number>] [--host <address>]

Runs the production build (npm run build) with the database in DATABASE_URL.

  --port <number>    Port to listen on; 0 selects any free port. Default: PORT, or 3000.
  --host <address>   Address to listen on; 0.0.0.0 or :: for all networks. Default: HOST, or 127.0.0.1.
  --help             Show this help.

Configure everything else with environment variables or the .env file. See .env.example.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { port: "string", host: "string", help: "boolean" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  if (flags.port !== undefined) process.env.PORT = String(parsePort(flags.port));
  if (flags.host !== undefined) process.env.HOST = flags.host;
  if (!process.env.DATABASE_URL) {
    throw new Error(
      "DATABASE_URL is not set. Set it to a PostgreSQL database. To try the service without a database: npm run demo",
    );
  }
  requireSecrets(requireEnvironment(process.env));
  await requireFreePort(process.env.HOST || "127.0.0.1", Number(process.env.PORT || 3000));
  const { requireDatabase } = await import("./require-database");
  await requireDatabase();
  const { startServer } = await import("./server");
  const { log } = await import("@/lib/platform/telemetry/log");
  const server = await startServer();
  program.onExit(server.close);
  log().info({ url: server.url }, "listening");
  log().flush();
}, logError);

/** Logs an error like the log itself, which needs a valid environment. */
function logError(error: unknown): void {
  const time = new Date().toISOString();
  const line = {
    level: "fatal",
    time,
    service: "governance-audit-service",
    pid: process.pid,
    msg: describeError(error),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
