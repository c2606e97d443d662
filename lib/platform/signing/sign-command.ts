import { spawn } from "node:child_process";

const timeoutMs = 30_000;
const mostOutputBytes = 16_384;

/**
 * Splits a command line at white space, respecting single quotes, double quotes and backslashes. Nothing is expanded.
 * @throws Error for an unclosed quote or an empty command.
 */
export function splitCommand(line: string): string[] {
  const words = [...line.matchAll(wordPattern)].map(([word]) => word.replaceAll(piecePattern, unquote));
  if (line.replaceAll(wordPattern, "").trim() !== "")
    throw new Error("The command has an unterminated quote or escape.");
  if ((words[0] ?? "") === "") throw new Error("The command contains no program.");
  return words;
}

const piece = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\]+/;
const piecePattern = new RegExp(piece, "g");
const wordPattern = new RegExp(`(?:${piece.source})+`, "g");

function unquote(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1);
  if (text.startsWith('"')) return text.slice(1, -1).replaceAll(/\\(["\\])/g, "$1");
  return text.startsWith("\\") ? text.slice(1) : text;
}

/**
 * Runs a program without a shell and returns its standard output; standard error is inherited. @throws Error, without
 * quoting the output, for a status other than 0, more than 16 KiB or more than 30 seconds.
 */
export function runSignCommand(words: readonly string[], input: Uint8Array, limitMs = timeoutMs): Promise<Buffer> {
  const [program = "", ...args] = words;
  return new Promise((resolve, reject) => {
    // In its own process group, so that its child processes can be ended too.
    const child = spawn(/* turbopackIgnore: true */ program, args, {
      stdio: ["pipe", "pipe", "inherit"],
      detached: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (problem: string) => {
      clearTimeout(timer);
      endGroup(child.pid);
      reject(new Error(problem));
    };
    const timer = setTimeout(() => fail(`The command took longer than ${limitMs / 1_000} seconds.`), limitMs);
    child.once("error", (error: NodeJS.ErrnoException) =>
      fail(`The command could not be started (${error.code ?? "unknown"}).`),
    );
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostOutputBytes) fail("The command wrote too much output for a signature.");
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`The command ended with ${code === null ? `signal ${signal}` : `status ${code}`}.`));
    });
    // The status reports why a program ended before reading its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Already ended.
  }
}
