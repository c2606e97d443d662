import type { Writable } from "node:stream";

const width = 30;
const clearLine = "\r\u001b[2K";

/** A progress bar, shown only on a terminal. */
export function createBar(out: Writable & { isTTY?: boolean }, name: string) {
  const isTerminal = out.isTTY === true;
  let shown = -1;
  return {
    show(done: number, total: number): void {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const percent = Math.floor(share * 100);
      if (!isTerminal || percent === shown) return;
      shown = percent;
      const filled = Math.round(share * width);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      out.write(`${clearLine}${name} ${bar} ${percent} % of ${total.toLocaleString("en")} events`);
    },
    clear(): void {
      if (isTerminal && shown >= 0) out.write(clearLine);
    },
  };
}
