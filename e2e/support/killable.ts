import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "./until";

/** A server that tests can kill (SIGKILL), and start again at the same address. */
export interface Killable {
  /** Resolves when the server accepts requests. */
  start(): Promise<unknown>;
  kill(): Promise<unknown>;
}

const endWithParent = import.meta.resolve("./end-with-parent.mjs");

/** A Node.js program that serves HTTP at an address. */
export function killableProgram(url: string, argv: string[]): Killable {
  let program: ChildProcess | undefined;
  return {
    async start() {
      program = spawn(process.execPath, ["--import", endWithParent, ...argv], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      const responds = () =>
        fetch(url).then(
          () => true,
          () => false,
        );
      await until(`${argv.join(" ")} responds`, responds);
    },
    async kill() {
      if (!program || program.exitCode !== null || program.signalCode !== null) return;
      const ended = once(program, "exit");
      program.kill("SIGKILL");
      await ended;
    },
  };
}
