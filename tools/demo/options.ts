import { resolve } from "node:path";
import { parseFlags, parsePort } from "@/cli/support/flags";

export const usage = `Usage: npm run demo [-- --port <number>] [--data-dir <folder>] [--reset]

Runs the service on this machine with sample data: two organisations with models, events, detections and packages.

  --port <number>       Port to listen on; 0 selects any free port. Default: PORT, or 3000.
  --data-dir <folder>   Directory of the database and the keys. Default: DATA_DIR, or .data.
  --reset               Delete the data directory first. A database in DATABASE_URL is not changed.
  --help                Show this help.

With DATABASE_URL, that database is used instead of the embedded one. Press Ctrl+C to stop; the data is kept.`;

export interface DemoOptions {
  help: boolean;
  port: number;
  /** Absolute. */
  dataDir: string;
  reset: boolean;
}

export function parseOptions(argv: string[], environment: NodeJS.ProcessEnv): DemoOptions {
  const flags = parseFlags(argv, { port: "string", "data-dir": "string", reset: "boolean", help: "boolean" });
  return {
    help: flags.help === true,
    port: parsePort(flags.port ?? (environment.PORT || "3000")),
    dataDir: resolve(flags["data-dir"] ?? (environment.DATA_DIR || ".data")),
    reset: flags.reset === true,
  };
}
