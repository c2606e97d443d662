import type { Server } from "node:http";
import { setImmediate as afterReading, setTimeout as delay } from "node:timers/promises";

/**
 * Stops accepting connections, waits for running requests, and closes the remaining connections after the timeout. A
 * connection is only idle once its arrived data was read: after a stall, timers run before that.
 */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  await afterReading();
  const closed = new Promise((resolve) => server.close(resolve));
  // Connections become idle after their last response, which close() does not notice.
  const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50);
  const waiting = new AbortController();
  await Promise.race([closed, delay(timeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
  waiting.abort();
  clearInterval(sweep);
  server.closeAllConnections();
}
