import type { Readable, Writable } from "node:stream";
import { singleton } from "@/lib/platform/core/singleton";
import { describeError, UsageError } from "./errors";
import { type FlagTypes, type FlagValues, parseCommandLine } from "./flags";
import { type Program, runProgram } from "./program";

/** Streams and process of a command. Tests pass their own. */
export interface Surroundings {
  input: Readable;
  out: Writable;
  err: Writable & { isTTY?: boolean };
  program: Program;
}

interface Definition<T extends FlagTypes> {
  /** The text of `--help`. */
  usage: string;
  /** All flags except `--help`. */
  flags: T;
  /** Whether the command takes arguments in addition to flags. */
  takesArguments?: boolean;
  /** The exit status when the command fails or is interrupted. Default: 1 for a failure, 0 for an interruption. */
  failureStatus?: number;
  /** Runs the command and returns the exit status. Undefined means 0. */
  run(flags: FlagValues<T>, surroundings: Surroundings & { positionals: string[] }): Promise<number | undefined>;
}

export interface Command extends Pick<Definition<FlagTypes>, "failureStatus"> {
  /** Returns the exit status: 2 for incorrect usage, otherwise what `run` returned. */
  execute(argv: string[], surroundings: Surroundings): Promise<number>;
}

/** A command: its flags are parsed, `--help` is answered, and errors are written to standard error. */
export function defineCommand<T extends FlagTypes>(definition: Definition<T>): Command {
  const { usage, flags: types, takesArguments = false, failureStatus, run } = definition;
  return {
    ...(failureStatus !== undefined && { failureStatus }),
    async execute(argv, surroundings) {
      try {
        const { flags, positionals } = parseCommandLine(argv, { ...types, help: "boolean" });
        if (flags.help) {
          surroundings.out.write(`${usage}\n`);
          return 0;
        }
        if (!takesArguments && positionals.length > 0) {
          throw new UsageError(`Unexpected argument: ${positionals[0]}. See --help.`);
        }
        return (await run(flags as FlagValues<T>, { ...surroundings, positionals })) ?? 0;
      } catch (error) {
        surroundings.err.write(`${describeError(error)}\n`);
        return error instanceof UsageError ? 2 : (failureStatus ?? 1);
      }
    },
  };
}

/** Runs a command as this process, with the arguments of its command line. */
export function runCommand(load: Command | (() => Promise<Command>), argv = process.argv.slice(2)): void {
  runProgram(async (program) => {
    singleton("log-output", () => 2);
    const command = typeof load === "function" ? await load() : load;
    const { failureStatus } = command;
    let status: number | undefined;
    if (failureStatus !== undefined) {
      program.onExit(() => {
        process.exitCode = status ?? failureStatus;
      });
    }
    const { stdin: input, stdout: out, stderr: err } = process;
    status = await command.execute(argv, { input, out, err, program });
    return status;
  });
}
