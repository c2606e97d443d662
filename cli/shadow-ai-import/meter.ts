import type { Writable } from "node:stream";
import type { ImportProgress } from "@/lib/domains/shadow-ai";

const clearLine = "\r\u001b[2K";
const everyMs = 200;

/** Shows progress in one line of a terminal; does nothing otherwise. */
export function createMeter(out: Writable & { isTTY?: boolean }, now: () => number = () => performance.now()) {
  const isTerminal = out.isTTY === true;
  const startedAtMs = now();
  let shownAtMs: number | undefined;
  return {
    show({ lines, bytesRead }: ImportProgress): void {
      const atMs = now();
      if (!isTerminal || (shownAtMs !== undefined && atMs - shownAtMs < everyMs)) return;
      shownAtMs = atMs;
      const perSecond = Math.round((lines * 1000) / Math.max(1, atMs - startedAtMs));
      const megabytes = (bytesRead / 1e6).toFixed(1);
      out.write(
        `${clearLine}${lines.toLocaleString("en")} lines, ${megabytes} MB, ${perSecond.toLocaleString("en")} lines/s`,
      );
    },
    clear(): void {
      if (isTerminal && shownAtMs !== undefined) out.write(clearLine);
      shownAtMs = undefined;
    },
  };
}
