import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attemptsPerRound, nextAttemptAtMs } from "@/lib/domains/webhooks/delivery-state";

const endedAtMs = Date.parse("2026-11-20T10:00:00.000Z");
const failure = { roundAttempts: 1, retryAfter: null, endedAtMs, scale: 1 };

function delaySeconds(given: Partial<Parameters<typeof nextAttemptAtMs>[0]>): number | undefined {
  const at = nextAttemptAtMs({ ...failure, ...given });
  return at === undefined ? undefined : (at - endedAtMs) / 1000;
}

test.each([
  [1, 60],
  [2, 300],
  [3, 1_800],
  [4, 10_800],
  [5, undefined],
  [6, undefined],
])("attempt %i of a round is followed by the next after %s seconds", (roundAttempts, expected) => {
  expect(delaySeconds({ roundAttempts })).toBe(expected);
});

describe("Retry-After", () => {
  test.each([
    ["lengthens the delay", "90", 90],
    ["is limited to twice the delay", "86400", 120],
    ["never shortens the delay", "1", 60],
    ["can be zero", "0", 60],
    ["can be a date", "Fri, 20 Nov 2026 10:01:40 GMT", 100],
    ["is limited if it is a distant date", "Sat, 20 Nov 2027 10:00:00 GMT", 120],
    ["can be a past date", "Fri, 20 Nov 2020 10:00:00 GMT", 60],
    ["can have surrounding spaces", " 90 ", 90],
    ["is ignored if it is negative", "-90", 60],
    ["is ignored if it is a fraction", "90.5", 60],
    ["is ignored if it is hexadecimal", "0x60", 60],
    ["is ignored if it is an ISO date", "2026-11-20T10:01:40", 60],
    ["is ignored if it is an invalid date", "Fri, 99 Nov 2026 10:01:40 GMT", 60],
    ["is ignored if it is empty", "", 60],
    ["is ignored if it is infinite", "9".repeat(400), 60],
  ])("%s: %j", (_, retryAfter, expected) => {
    expect(delaySeconds({ retryAfter })).toBe(expected);
  });

  test("with any value, keeps the delay between one and two times the schedule's", () => {
    const header = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
    );
    const scales = fc.double({ min: 1e-6, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: attemptsPerRound - 1 }),
        header,
        scales,
        (roundAttempts, retryAfter, scale) => {
          const plain = nextAttemptAtMs({ roundAttempts, retryAfter: null, endedAtMs, scale }) ?? 0;
          const asked = nextAttemptAtMs({ roundAttempts, retryAfter, endedAtMs, scale }) ?? 0;
          expect(asked).toBeGreaterThanOrEqual(plain);
          expect(asked - endedAtMs).toBeLessThanOrEqual(2 * (plain - endedAtMs) + 1);
        },
      ),
    );
  });
});
