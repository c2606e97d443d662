import { describe, expect, test } from "vitest";
import { ApiError, ConnectionError } from "./errors";
import { waitBeforeNext } from "./send";

function refusal(status: number, { error = "", retryAfter }: { error?: string; retryAfter?: string } = {}): ApiError {
  const response = new Response(null, {
    status,
    headers: retryAfter === undefined ? {} : { "Retry-After": retryAfter },
  });
  return new ApiError({ method: "GET", url: "https://x", response, text: JSON.stringify({ error, message: "No." }) });
}

const always = { isRepeatable: true, retries: 10 };
const most = () => 1;

describe("a retry", () => {
  test.each<[string, ApiError | ConnectionError, safe: boolean, unsafe: boolean]>([
    ["no connection", new ConnectionError("broken"), true, false],
    ["408", refusal(408), true, false],
    ["500", refusal(500), true, false],
    ["502", refusal(502), true, false],
    ["503", refusal(503), true, false],
    ["504", refusal(504), true, false],
    ["a first request that still runs", refusal(409, { error: "idempotency_in_progress" }), true, false],
    ["the rate limit", refusal(429), true, true],
    ["a conflict", refusal(409, { error: "conflict" }), false, false],
    ["400", refusal(400), false, false],
    ["401", refusal(401), false, false],
    ["404", refusal(404), false, false],
    ["422", refusal(422), false, false],
  ])("after %s, for a request that is safe to repeat and for one that is not", (_, failure, safe, unsafe) => {
    expect(waitBeforeNext(1, failure, always) !== undefined).toBe(safe);
    expect(waitBeforeNext(1, failure, { ...always, isRepeatable: false }) !== undefined).toBe(unsafe);
  });

  test("does not exceed the allowed attempts or the longest wait", () => {
    expect(waitBeforeNext(10, refusal(503), always)).toBeDefined();
    expect(waitBeforeNext(11, refusal(503), always)).toBeUndefined();
    expect(waitBeforeNext(1, refusal(503), { ...always, retries: 0 })).toBeUndefined();
    expect(waitBeforeNext(1, refusal(429, { retryAfter: "121" }), always)).toBeUndefined();
  });
});

describe("the wait", () => {
  test("doubles up to eight seconds, with full jitter", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => waitBeforeNext(attempts, refusal(503), always, most));
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(waitBeforeNext(5, refusal(503), always, () => 0)).toBe(0);
    expect(waitBeforeNext(5, refusal(503), always, () => 0.5)).toBe(2_000);
  });

  test("is never shorter than the service requires, in seconds or by a date", () => {
    expect(waitBeforeNext(1, refusal(429, { retryAfter: "12" }), always, () => 0)).toBe(12_000);
    expect(waitBeforeNext(1, refusal(429, { retryAfter: "12" }), always, most)).toBe(12_250);
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    expect(waitBeforeNext(1, refusal(503, { retryAfter: inTenSeconds }), always, () => 0)).toBeGreaterThan(8_000);
    expect(waitBeforeNext(1, refusal(503, { retryAfter: "soon" }), always, () => 0)).toBe(0);
  });
});
