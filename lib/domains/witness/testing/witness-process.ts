import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A witness in its own process, with its own state and an environment without the service's variables. */
export interface WitnessProcess {
  url: string;
  vkey: string;
  /** The output of the process. */
  output(): string;
  /** Status and body of the response to a request body. */
  add(body: string): Promise<{ status: number; type: string | null; body: string }>;
  kill(): Promise<void>;
}

const processes = new Set<ChildProcess>();
const directories: string[] = [];

/** The path of a state file in a new directory. */
export function statePath(): string {
  const directory = mkdtempSync(join(tmpdir(), "witness-"));
  directories.push(directory);
  return join(directory, "witness.json");
}

/** Stops all witnesses and removes their directories. For `afterAll`. */
export async function endWitnesses(): Promise<void> {
  await Promise.all([...processes].map(end));
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}

/** Starts `npm run witness` with these arguments and waits until it listens. Throws with its output if it exits. */
export async function startWitness(...args: string[]): Promise<WitnessProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "cli/main.ts", "witness", "--port", "0", ...args], {
    env: { NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  processes.add(child);
  let output = "";
  const listening = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += String(chunk);
        if (/Verifier key: .*\n/.test(output)) resolve(output);
      });
    }
    child.once("close", () => reject(new Error(output)));
  });
  const [, url = "", vkey = ""] = /is listening on (\S+)\nVerifier key: (\S+)\n/.exec(await listening) ?? [];
  return {
    url,
    vkey,
    output: () => output,
    async add(body) {
      const response = await fetch(`${url}/add-checkpoint`, { method: "POST", body });
      return { status: response.status, type: response.headers.get("content-type"), body: await response.text() };
    },
    kill: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  processes.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await closed;
}
