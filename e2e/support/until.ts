import { setTimeout as delay } from "node:timers/promises";

/**
 * Polls until `ask` returns a value other than undefined or false, and returns it.
 *
 * @throws if there is no such value within `timeoutMs`, or the error that `ask` throws.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  { timeoutMs = 30_000, everyMs = 20 } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await delay(everyMs);
  }
}
