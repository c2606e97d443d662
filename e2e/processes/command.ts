import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A record that a command writes as a line of JSON. */
export type Report = Record<string, unknown>;

const running: ChildProcess[] = [];

/** Adds a process to those that `endStarted` ends. */
export function started<Child extends ChildProcess>(child: Child): Child {
  running.push(child);
  return child;
}

/** For `test.afterEach` of each file that starts processes. */
export async function endStarted(): Promise<void> {
  for (const child of running.splice(0)) await end(child);
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Starts a command of the built service, which sends logs with the API key. */
export function startCommand(argv: string[], apiKey: string, env: Record<string, string> = {}) {
  const child = started(
    spawn(process.execPath, [".next/service/cli.mjs", ...argv], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { PATH: process.env.PATH, NODE_ENV: "production", GOVERNANCE_API_KEY: apiKey, ...env },
    }),
  );
  const reports: Report[] = [];
  createInterface(child.stdout).on("line", (line) => reports.push(JSON.parse(line) as Report));
  return { child, reports };
}
