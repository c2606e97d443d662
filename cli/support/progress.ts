import type { Writable } from "node:stream";

/** Reports progress of a step. */
export type Note = (sentence: string) => void;

export interface Progress {
  /** Runs a step and prints its duration. On a terminal, the result replaces the line of the step. */
  step<T>(name: string, work: (note: Note) => Promise<T>): Promise<T>;
}

interface Terminal extends Writable {
  isTTY?: boolean;
}

const clearLine = "\r\u001b[2K";

/** Prints progress as lines of text, suitable for log files. */
export function createProgress(out: Terminal = process.stdout, now: () => number = () => performance.now()): Progress {
  const isTerminal = out.isTTY === true;
  return {
    async step(name, work) {
      const startedAt = now();
      const announce = () => out.write(isTerminal ? `  ${name} …` : `  ${name} ...\n`);
      const finish = (mark: string) => {
        const seconds = ((now() - startedAt) / 1000).toFixed(1);
        out.write(`${isTerminal ? clearLine : ""}${mark} ${name} (${seconds} s)\n`);
      };
      announce();
      try {
        const result = await work((sentence) => {
          out.write(`${isTerminal ? clearLine : ""}    ${sentence}\n`);
          if (isTerminal) announce();
        });
        finish(isTerminal ? "✓" : "ok");
        return result;
      } catch (error) {
        finish(isTerminal ? "✗" : "failed");
        throw error;
      }
    },
  };
}
