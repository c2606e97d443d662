import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@/server/database/embedded/server";
import { serviceFlags } from "@/tools/testing/built-service";
import { checkpointKeyFor, encryptionKeyFor, signerStateFor } from "./environment";
import { until } from "./until";

export interface ApplicationOptions {
  databaseUrl: string;
  serverSecret: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** The port. Default: a free port. */
  port?: number;
  /** The health check to wait for. Default: `ready`. */
  until?: "live" | "ready";
}

/** One process of the built service. */
export interface Application {
  url: string;
  /** The process ID of the server itself, not of a wrapper. */
  pid: number;
  /** Stops it with SIGTERM and returns its exit code; null if it was killed by a signal. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL, in any state, and waits until it has ended. */
  kill(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");
/** The default directory of keys and files of processes. */
export const dataDirectory = join(root, "test-results", "data");
const endWithParent = import.meta.resolve("./end-with-parent.mjs");
const startTimeoutMs = 60_000;

/** @throws an Error that says what to do when the service has not been built. */
export function requireBuild(): void {
  if (!existsSync(join(root, ".next/service/start.mjs")))
    throw new Error("There is no build to test. Run `npm run build` first.");
}

/**
 * Starts the same process as `npm start` on a free port of 127.0.0.1, and waits until `/api/health/ready` (or `until`) returns 200.
 * It stops with the process that started it. Its output is written to `test-results/application-<port>.log`.
 */
export async function startApplication(options: ApplicationOptions): Promise<Application> {
  requireBuild();
  const port = options.port ?? (await findFreePort(undefined));
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(root, "test-results", `application-${port}.log`);
  const process = launch(port, logFile, options);
  const exited = once(process, "exit").then(([code]: (number | null)[]) => code ?? null);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    process.kill(signal);
    return await exited;
  };
  const kill = async () => void (await end("SIGKILL"));

  try {
    const isReady = async () => {
      if (hasEnded(process)) throw new Error(`The application ended while it started:\n${endOf(logFile)}`);
      if (options.until === "live") return await isLive(url);
      return await isUp(`${url}/api/health/ready`, options.env?.CLOCK_AHEAD_MS !== undefined);
    };
    await until(`${url} is ready`, isReady, { timeoutMs: startTimeoutMs });
  } catch (error) {
    await kill();
    throw error;
  }
  return { url, pid: process.pid ?? 0, stop: () => end("SIGTERM"), kill };
}

function launch(port: number, logFile: string, options: ApplicationOptions): ChildProcess {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const log = openSync(logFile, "a");
  try {
    return spawn(process.execPath, [...serviceFlags, "--import", endWithParent, ".next/service/start.mjs"], {
      cwd: root,
      stdio: ["ignore", log, log, "ipc"],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "production",
        DATABASE_URL: options.databaseUrl,
        SERVER_SECRET: options.serverSecret,
        ENCRYPTION_KEY: encryptionKeyFor(options.serverSecret),
        CHECKPOINT_KEY: checkpointKeyFor(options.serverSecret),
        SIGNER_STATE: signerStateFor(options.serverSecret),
        // Shared by all processes of a run, so that the key that signs evidence packages is generated only once, which
        // takes seconds.
        DATA_DIR: dataDirectory,
        HOST: "127.0.0.1",
        PORT: String(port),
        LOG_LEVEL: "warn",
        ALLOW_GENERATED_SECRETS: "true",
        SHUTDOWN_DELAY: "0",
        ...options.env,
      },
    });
  } finally {
    closeSync(log);
  }
}

async function isLive(url: string): Promise<boolean> {
  return await fetch(`${url}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Whether the process is ready. A process with a shifted clock counts as ready if only the clock check fails. */
async function isUp(url: string, hasShiftedClock: boolean): Promise<boolean> {
  try {
    const response = await fetch(url);
    const { checks } = (await response.json()) as { checks: { name: string; ok: boolean }[] };
    return response.ok || (hasShiftedClock && checks.every(({ name, ok }) => ok || name === "clock"));
  } catch {
    return false;
  }
}

function hasEnded(process: ChildProcess): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

function endOf(logFile: string): string {
  return readFileSync(logFile, "utf8").slice(-4000);
}
