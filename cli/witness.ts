import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newState, readState, trustLog, type WitnessState, witness, writeState } from "@/lib/domains/witness";
import { withLock } from "@/server/database/embedded/lock";
import { type Program, runProgram } from "./support/program";
import { parseArguments, usage, type WitnessArguments } from "./witness/arguments";

/** A client that sends slower than this holds a connection for nothing. */
const requestTimeoutMs = 10_000;

runProgram(async (program) => {
  const given = parseArguments(process.argv.slice(2));
  if (given === "help") {
    console.log(usage);
    return;
  }
  // Two witnesses on one state could each cosign a different continuation.
  await withLock(`${given.state}.lock`, { timeoutMs: 0 }, () => run(given, program));
});

async function run(given: WitnessArguments, program: Program): Promise<void> {
  const stored = await readState(given.state);
  const state = given.logs.reduce(trustLog, stored ?? newState(nameOf(given)));
  if (stored && given.name !== undefined && given.name !== stored.name) {
    throw new Error(`${given.state} belongs to the witness ${stored.name}. Leave out --name, or use another file.`);
  }
  if (state !== stored) await writeState(given.state, state);
  if (given.showKey) {
    console.log(state.vkey);
    return;
  }
  await serve(given, state, program);
}

function nameOf({ state, name }: WitnessArguments): string {
  if (name !== undefined) return name;
  throw new Error(`${state} does not exist. To create a new witness, give it a name with --name.`);
}

/** Serves until the program ends. */
async function serve(
  { state: path, host, port }: WitnessArguments,
  state: WitnessState,
  program: Program,
): Promise<void> {
  const report = (record: Record<string, unknown>) =>
    console.log(JSON.stringify({ time: new Date().toISOString(), ...record }));
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
  console.log(`Witness ${state.name} listens on http://${host.includes(":") ? `[${host}]` : host}:${actual}`);
  console.log(`Verifier key: ${state.vkey}`);
  await closed;
}
