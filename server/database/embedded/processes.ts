import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { FileOwner } from "./files";

/** A process, distinguishable from a later one with the same pid. */
export const ProcessIdentity = z.object({
  pid: z.number(),
  /** The start time as the operating system reports it, used only for comparison. */
  started: z.string(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** The identity of the running process with a pid; undefined if it does not exist or is a zombie. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  const started = process.platform === "linux" ? linuxStart(pid) : processStatus(pid, "lstart=");
  return started === undefined ? undefined : { pid, started };
}

export function ownIdentity(): ProcessIdentity {
  return processIdentity(process.pid) ?? { pid: process.pid, started: "unknown" };
}

export function isSameProcessRunning(expected: ProcessIdentity): boolean {
  return processIdentity(expected.pid)?.started === expected.started;
}

/** The program and arguments of a running process, separated by spaces; empty if it does not exist or is a zombie. */
export function commandLine(pid: number): string {
  if (process.platform !== "linux") return processStatus(pid, "command=") ?? "";
  return (readIfPresent(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ");
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
      env: minimalEnvironment,
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
    child.on(options.outputFile === undefined ? "close" : "exit", (code) => resolve({ code, output: text }));
  });
}

const minimalEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

function linuxStart(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc_pid_stat(5): the second field is the name in parentheses, then come the state and, as field 22, the start time.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  const bootId = readIfPresent("/proc/sys/kernel/random/boot_id") ?? "";
  return `${bootId.trim()}:${fields[19]}`;
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
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
