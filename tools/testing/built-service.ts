import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const program = ".next/service/start.mjs";
const startTimeoutMs = 60_000;

/** Node.js options of the service, as in `npm start`. */
export const serviceFlags = ["--enable-source-maps", "--max-semi-space-size=64"];

/** @throws if `npm run build` has not been run. */
export function requireBuild(): void {
  if (!existsSync(program)) throw new Error("No build found. Run `npm run build` first.");
}

/** Starts the production build on a port of this machine and waits until it is ready. */
export async function startBuiltService(port: number, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...serviceFlags, program, "--port", String(port)], {
    env: { ALLOW_GENERATED_SECRETS: "true", SHUTDOWN_DELAY: "0", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (response?.ok) return child;
    await delay(50);
  }
  throw new Error(`The service did not become ready on port ${port}.`);
}
