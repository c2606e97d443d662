import { parseFlags, parsePort } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
import { requireFreePort } from "./listen";
import { requireEnvironment } from "./require-environment";

const usage = `Usage: npm start [-- --port <number>] [--host <address>]

Serves the production build (npm run build) with the database that DATABASE_URL names.

  --port <number>    The port to listen on; 0 takes any free one. Default: PORT, or 3000.
  --host <address>   The address to listen on; 0.0.0.0 or :: for every network. Default: HOST, or 127.0.0.1.
  --help             This text.

Everything else is set by environment variables, or in the file .env: see .env.example.`;

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
      "DATABASE_URL is not set: name a PostgreSQL database in it. To try the service without one: npm run demo.",
    );
  }
  requireEnvironment(process.env);
  await requireFreePort(process.env.HOST || "127.0.0.1", Number(process.env.PORT || 3000));
  const { requireMigrations } = await import("./require-migrations");
  await requireMigrations();
  const { startServer } = await import("./server");
  const { log } = await import("@/lib/platform/telemetry/log");
  const server = await startServer();
  program.onExit(server.close);
  log().info({ url: server.url }, "listening");
  log().flush();
});
