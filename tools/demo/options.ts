import { resolve } from "node:path";
import { parseFlags, parsePort } from "@/cli/support/flags";

export const usage = `Usage: npm run demo [-- --port <number>] [--data-dir <folder>] [--reset]

Runs the whole service on this machine, with a database of its own and two organisations whose AI models have a past.

  --port <number>       The port to answer on; 0 takes any free one. Default: PORT, or 3000.
  --data-dir <folder>   Where the database and the keys are kept. Default: DATA_DIR, or .data.
  --reset               Begins anew: removes what the folder holds. What DATABASE_URL names is left alone.
  --help                This text.

With DATABASE_URL that database is used instead of an own one. Ctrl+C ends everything; the data stays.`;

export interface DemoOptions {
  help: boolean;
  port: number;
  /** An absolute path. */
  dataDir: string;
  reset: boolean;
}

/** What the command line asks for. Throws an Error with a sentence that names the flag that is wrong. */
export function parseOptions(argv: string[], environment: NodeJS.ProcessEnv): DemoOptions {
  const flags = parseFlags(argv, { port: "string", "data-dir": "string", reset: "boolean", help: "boolean" });
  return {
    help: flags.help === true,
    port: parsePort(flags.port ?? (environment.PORT || "3000")),
    dataDir: resolve(flags["data-dir"] ?? (environment.DATA_DIR || ".data")),
    reset: flags.reset === true,
  };
}
