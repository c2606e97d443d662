import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { FileOwner } from "./files";

/** A process, distinguishable from a later one with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** The start time as the operating system reports it, used only for comparison. */
  started: string;
}

/** The identity of the running process with a pid; undefined if there is none or it is a zombie. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  if (!isSignalable(pid)) return undefined;
  if (process.platform === "linux") return linuxIdentity(pid);
  if (process.platform === "win32") return { pid, started: "unknown" };
  const started = processStatus(pid, "lstart=");
  return started === undefined ? undefined : { pid, started };
}

export function isSameProcessRunning(expected: ProcessIdentity): boolean {
  return processIdentity(expected.pid)?.started === expected.started;
}

/**
 * The program and arguments of a running process; empty if there is none or it is a zombie, undefined on Windows.
 */
export function commandLine(pid: number): string[] | undefined {
  if (process.platform === "win32") return undefined;
  if (process.platform !== "linux") return (processStatus(pid, "command=") ?? "").split(" ");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

export interface CommandResult {
  code: number | null;
  output: string;
}

export interface CommandOptions {
  user?: FileOwner | undefined;
  directory?: string;
  /** An open file for the output of the program and its background processes. Without it, the output is returned. */
  outputFile?: number;
}

/**
 * Runs a program with a minimal environment (without our secrets, with English messages) and returns its exit code and
 * output.
 *
 * @throws if the program cannot be started.
 */
export async function runCommand(
  program: string,
  programArguments: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return await new Promise((resolve, reject) => {
    const output = options.outputFile ?? "pipe";
    const child = spawn(program, programArguments, {
      cwd: options.directory ?? "/",
      stdio: ["ignore", output, output],
      windowsHide: true,
      ...(process.platform === "win32" ? {} : { env: minimalEnvironment }),
      ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    child.on("error", reject);
    // Background processes may keep an inherited file open, so wait only for the program itself.
    child.on(options.outputFile === undefined ? "close" : "exit", (code: number | null) =>
      resolve({ code, output: text }),
    );
  });
}

const minimalEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function linuxIdentity(pid: number): ProcessIdentity | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // proc_pid_stat(5): the second field is the name in parentheses, then come the state and, as field 22, the start time.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0];
  if (state === "Z" || state === "X") return undefined;
  return { pid, started: `${bootId()}:${fields[19]}` };
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function processStatus(pid: number, format: string): string | undefined {
  try {
    const options = { encoding: "utf8", env: minimalEnvironment, stdio: "pipe" } as const;
    return execFileSync("ps", ["-ww", "-o", format, "-p", String(pid)], options).trim();
  } catch {
    return undefined;
  }
}
