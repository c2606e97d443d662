import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks again until there is an answer that is not undefined or false, and returns it.
 *
 * @throws when there is none after `timeoutMs`, or what `ask` throws.
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
