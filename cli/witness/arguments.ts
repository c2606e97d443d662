import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parsePort } from "../support/flags";

export const usage = `Usage: npm run witness -- --state <file> [--name <name>] [--log <vkey>]… [--host <address>] [--port <number>] [--show-key]

Runs a witness for audit chains: an HTTP server that cosigns each new checkpoint of a chain after it has verified that the
checkpoint extends the last one it cosigned (c2sp.org/tlog-witness). It needs no database and no access to the service.

  --state <file>    State file: the witness's private key and the last checkpoint of each chain. Created if it does not
                    exist. Back it up and never roll it back.
  --name <name>     Name of a new witness, such as auditor.example/witness. Required when the state file does not exist.
  --log <vkey>      Verifier key of a chain to witness: the \`noteKey\` of GET /v1/audit/checkpoint. It is stored in the state
                    file. May be given more than once, also for a second key of the same chain.
  --host <address>  Address to listen on. Default: 127.0.0.1.
  --port <number>   Port to listen on. Default: 8080.
  --show-key        Print the verifier key of the witness and exit.
  --help            This text.`;

export interface WitnessArguments {
  state: string;
  name: string | undefined;
  logs: string[];
  host: string;
  port: number;
  showKey: boolean;
}

/** What the command line asks for. Throws an Error with a sentence for its reader. */
export function parseArguments(argv: string[]): WitnessArguments | "help" {
  const { values } = parseArgs({
    args: argv,
    options: {
      state: { type: "string" },
      name: { type: "string" },
      log: { type: "string", multiple: true },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "8080" },
      "show-key": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  if (!values.state) throw new Error("--state is required. See --help.");
  return {
    state: resolve(values.state),
    name: values.name,
    logs: values.log ?? [],
    host: values.host,
    port: parsePort(values.port),
    showKey: values["show-key"],
  };
}
