import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve as resolvePath } from "node:path";
import { newState, readState, trustLog, type WitnessState, witness, writeState } from "@/lib/domains/witness";
import { withLock } from "@/server/database/embedded/lock";
import { defineCommand, type Surroundings } from "./support/command";
import { UsageError } from "./support/errors";
import { parsePort } from "./support/flags";

const usage = `Usage: npm run witness -- --state <file> [--name <name>] [--log <vkey>]… [--host <address>] [--port <number>] [--show-key]

Runs a witness for audit chains: an HTTP server that cosigns new checkpoints of a chain. It first verifies that each
checkpoint extends the last one it cosigned (c2sp.org/tlog-witness). It needs no database and no access to the service.

  --state <file>    State file: the witness's private key and the last checkpoint of each chain. Created if it does not
                    exist. Back it up, but restore a copy only if the state has not changed since.
  --name <name>     Name of a new witness, such as auditor.example/witness. Required if the state file does not exist.
  --log <vkey>      Verifier key of a chain to witness: the \`noteKey\` in the response of GET /v1/audit/checkpoint. It is
                    stored in the state file. Can be repeated for further chains, or for a second key of the same chain.
  --host <address>  Address to listen on. Default: 127.0.0.1.
  --port <number>   Port to listen on. Default: 8080.
  --show-key        Print the verifier key of the witness and exit.
  --help            Show this help.`;

/** Closes connections of slow clients. */
const requestTimeoutMs = 10_000;

export const command = defineCommand({
  usage,
  flags: { state: "string", name: "string", log: "strings", host: "string", port: "string", "show-key": "boolean" },
  async run(flags, surroundings) {
    if (!flags.state) throw new UsageError("--state is required. See --help.");
    const given = {
      state: resolvePath(flags.state),
      name: flags.name,
      logs: flags.log ?? [],
      host: flags.host ?? "127.0.0.1",
      port: parsePort(flags.port ?? "8080"),
      showKey: flags["show-key"] ?? false,
    };
    // Two witnesses on one state could each cosign a different continuation.
    await withLock(`${given.state}.lock`, { timeoutMs: 0 }, () => run(given, surroundings));
  },
});

interface WitnessArguments {
  state: string;
  name: string | undefined;
  logs: string[];
  host: string;
  port: number;
  showKey: boolean;
}

async function run(given: WitnessArguments, surroundings: Surroundings): Promise<void> {
  const stored = await readState(given.state);
  const state = given.logs.reduce(trustLog, stored ?? newState(nameOf(given)));
  if (stored && given.name !== undefined && given.name !== stored.name) {
    throw new UsageError(`${given.state} belongs to the witness ${stored.name}. Omit --name, or use a different file.`);
  }
  if (state !== stored) await writeState(given.state, state);
  if (given.showKey) {
    surroundings.out.write(`${state.vkey}\n`);
    return;
  }
  await serve(given, state, surroundings);
}

function nameOf({ state, name }: WitnessArguments): string {
  if (name !== undefined) return name;
  throw new UsageError(`${state} does not exist. Use --name to create a new witness.`);
}

async function serve(
  { state: path, host, port }: WitnessArguments,
  state: WitnessState,
  { out, program }: Surroundings,
): Promise<void> {
  const report = (record: Record<string, unknown>) =>
    out.write(`${JSON.stringify({ time: new Date().toISOString(), ...record })}\n`);
  const server = createServer({ requestTimeout: requestTimeoutMs }, witness({ path, state, report }));
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  program.onExit(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port: actual } = server.address() as AddressInfo;
  out.write(`Witness ${state.name} is listening on http://${host.includes(":") ? `[${host}]` : host}:${actual}\n`);
  out.write(`Verifier key: ${state.vkey}\n`);
  await closed;
}
