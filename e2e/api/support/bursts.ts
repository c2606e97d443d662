import { expect } from "../../fixtures";
import type { Answer } from "../../support/api";
import { until } from "../../support/until";

export type Sent = Answer<{ error?: string } | undefined>;

const secondsNeeded = 6;
const attemptsMax = 3;
const atOnce = 12;

/**
 * Sends a number of concurrent requests within one minute of the rate limits, and returns the responses. If the minute
 * ends too soon, it starts again in the next one with new requests from `begin`.
 */
export async function burst(count: number, begin: () => Promise<() => Promise<Sent>>): Promise<Sent[]> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    await minuteWithRoom();
    const send = await begin();
    const answers: Sent[] = [];
    const senders = Array.from({ length: atOnce }, async () => {
      while (count - answers.length >= atOnce) answers.push(await send());
    });
    await Promise.all(senders);
    while (answers.length < count) answers.push(await send());
    if (new Set(answers.map(resetOf)).size === 1) return answers;
  }
  throw new Error(`${count} requests do not fit into a minute`);
}

export function resetOf({ headers }: Answer<unknown>): number {
  return Number(headers.get("x-ratelimit-reset"));
}

export function remainingOf({ headers }: Answer<unknown>): number {
  return Number(headers.get("x-ratelimit-remaining"));
}

/** Windows end with the minute, by the clock that tests and application share. */
async function minuteWithRoom(): Promise<void> {
  await until(`${secondsNeeded} seconds of a minute`, async () => 60 - ((Date.now() / 1000) % 60) >= secondsNeeded, {
    everyMs: 100,
  });
}

/** Exactly `limit` requests are accepted, and each uses one unit. All others are rejected with a retry time. */
export function expectExactly(limit: number, answers: Sent[], status: number): void {
  const served = answers.filter((answer) => answer.status === status);
  const refused = answers.filter((answer) => answer.status !== status);
  expect(served.map(remainingOf).sort((a, b) => b - a)).toEqual(Array.from({ length: limit }, (_, i) => limit - 1 - i));
  expect(refused).toHaveLength(answers.length - limit);
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 429, body: { error: "rate_limited" } });
    expect(remainingOf(answer)).toBe(0);
    const retryAfter = answer.headers.get("retry-after") ?? "";
    expect(retryAfter).toMatch(/^[1-9]\d*$/);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
  for (const answer of answers) {
    expect(answer.headers.get("x-ratelimit-limit")).toBe(String(limit));
    expectEndOfMinute(answer);
  }
}

export function expectEndOfMinute(answer: Sent): void {
  const reset = resetOf(answer);
  expect(reset % 60).toBe(0);
  expect(reset - Date.now() / 1000).toBeGreaterThan(-30);
  expect(reset - Date.now() / 1000).toBeLessThanOrEqual(60);
}
