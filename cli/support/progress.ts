import type { Writable } from "node:stream";

/** Tells how a step goes, in a sentence. */
export type Note = (sentence: string) => void;

export interface Progress {
  /** Does the work and tells how long it took; on a terminal in the line that announced it. */
  step<T>(name: string, work: (note: Note) => Promise<T>): Promise<T>;
}

interface Terminal extends Writable {
  isTTY?: boolean;
}

const clearLine = "\r\u001b[2K";

/** Progress as lines of text: nothing that moves, nothing that a log file could not hold. */
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
