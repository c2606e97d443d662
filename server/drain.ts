import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Stops accepting connections, lets the requests under way finish for that long, then cuts off what is left. */
export async function drain(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection becomes idle when its last answer is out, after close() looked for idle ones.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const waiting = new AbortController();
  await Promise.race([closed, delay(patienceMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
  waiting.abort();
  clearInterval(sweep);
  server.closeAllConnections();
}
