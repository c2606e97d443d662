import { existsSync } from "node:fs";
import { inspect } from "node:util";

/** What a program's work may use to end well. */
export interface Program {
  /** Work to be done when the program ends, however it ends; the last that was added is done first. */
  onExit(work: () => Promise<void> | void): void;
}

/** A second Ctrl+C within this time is taken for the same one: a terminal and npm may both pass it on. */
const impatientAfterMs = 1_000;
const npmCheckMs = 500;

/**
 * Runs a program's work, with the variables of the file .env where there is one (what the environment has already is
 * kept). SIGINT, SIGTERM and SIGHUP end it in order with status 0, a second signal at once; what the work throws is told
 * on standard error, without a stack where it is a plain Error with a sentence for its reader, and ends it with status 1.
 * When the work is done, whatever it started keeps the process running.
 */
export function runProgram(work: (program: Program) => Promise<void>): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const duties: (() => Promise<void> | void)[] = [];
  let endingSince: number | undefined;

  const end = async (status: number) => {
    endingSince = Date.now();
    process.exitCode = status;
    for (const duty of duties.reverse()) {
      try {
        await duty();
      } catch (error) {
        report(error);
        process.exitCode = 1;
      }
    }
    process.exit();
  };

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (endingSince === undefined) void end(0);
      else if (Date.now() - endingSince > impatientAfterMs) process.exit(130);
    });
  }

  whenNpmIsGone(() => {
    if (endingSince === undefined) void end(1);
  });

  work({ onExit: (duty) => duties.push(duty) }).catch((error: unknown) => {
    if (endingSince !== undefined) return;
    report(error);
    void end(1);
  });
}

/** npm passes signals on. When it is killed it cannot, and what it started would run on, unseen, and hold its port. */
function whenNpmIsGone(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    act();
  }, npmCheckMs);
  watch.unref();
}

function report(error: unknown): void {
  const isSentence = error instanceof Error && error.constructor === Error;
  process.stderr.write(`\n${isSentence ? error.message : inspect(error)}\n`);
}
