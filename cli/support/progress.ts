import type { Writable } from "node:stream";

/** Reports progress of a step. */
export type Note = (sentence: string) => void;

interface Progress {
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

const everyMs = 200;
const barWidth = 30;

/** One line of a terminal, replaced at most every 200 ms. Shows nothing elsewhere. */
export function createStatusLine(out: Terminal, now: () => number = () => performance.now()) {
  let shownAtMs: number | undefined;
  return {
    show(text: () => string): void {
      if (out.isTTY !== true || (shownAtMs !== undefined && now() - shownAtMs < everyMs)) return;
      shownAtMs = now();
      out.write(`${clearLine}${text()}`);
    },
    clear(): void {
      if (shownAtMs !== undefined) out.write(clearLine);
      shownAtMs = undefined;
    },
  };
}

export function createBar(out: Terminal, name: string) {
  const line = createStatusLine(out);
  return {
    show(done: number, total: number): void {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const bar = "█".repeat(Math.round(share * barWidth)).padEnd(barWidth, "░");
      line.show(() => `${name} ${bar} ${Math.floor(share * 100)}% of ${total.toLocaleString("en")} events`);
    },
    clear: line.clear,
  };
}
