import { existsSync } from "node:fs";
import { describeError } from "./errors";

/** How a program cleans up. */
export interface Program {
  /** Adds work to do when the program ends for any reason. The last work added runs first. */
  onExit(work: () => Promise<void> | void): void;
}

/** A second Ctrl+C within this time counts as the same one: a terminal and npm may both send it. */
const forceAfterMs = 1_000;
const npmCheckMs = 500;

/**
 * Runs a program's work with the variables of the file .env, if it exists; variables that are already set take
 * precedence. SIGINT, SIGTERM and SIGHUP shut the program down with status 0, unless the program has already set a
 * different exit status. A second signal ends it immediately. An error ends it with status 1. When the work is done,
 * open handles keep the process running, unless it returned another status than 0.
 *
 * @param report outputs an error
 */
export function runProgram(work: (program: Program) => Promise<number | undefined>, report = printError): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const duties: (() => Promise<void> | void)[] = [];
  let endingSince: number | undefined;

  const end = async (status: number) => {
    endingSince = Date.now();
    process.exitCode ||= status;
    for (const duty of duties.reverse()) {
      try {
        await duty();
      } catch (error) {
        report(error);
        process.exitCode = 1;
      }
    }
    // Where pipes are asynchronous, exiting would lose output.
    await new Promise((resolve) => process.stdout.write("", resolve));
    process.exit();
  };

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (endingSince === undefined) void end(0);
      else if (Date.now() - endingSince > forceAfterMs) process.exit(130);
    });
  }

  whenNpmEnds(() => {
    if (endingSince === undefined) void end(1);
  });

  work({ onExit: (duty) => duties.push(duty) }).then(
    (status) => {
      if (endingSince === undefined && status) void end(status);
    },
    (error: unknown) => {
      if (endingSince !== undefined) return;
      report(error);
      void end(1);
    },
  );
}

/** A killed npm cannot pass the signal on: its program would keep running in the background and hold its port. */
function whenNpmEnds(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    act();
  }, npmCheckMs);
  watch.unref();
}

function printError(error: unknown): void {
  process.stderr.write(`\n${describeError(error)}\n`);
}
