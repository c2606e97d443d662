import { expect, test } from "vitest";
import { isLate, RecordingCounter } from "@/lib/domains/evidence/collect/recording";

const at = (ms: number) => new Date(Date.UTC(2026, 2, 2) + ms).toISOString();
const hourMs = 3_600_000;
const received = (lagMs: number) => ({ timestamp: at(0), recordedAt: at(lagMs) });

test.each([
  [0, false],
  [24 * hourMs, false],
  [24 * hourMs + 1, true],
  [-60_000, false],
])("an event received after %i ms is late: %s", (lagMs, late) => {
  expect(isLate(received(lagMs))).toBe(late);
});

test("events are counted by lag, with the longest lag and the first and last receipt", () => {
  const counter = new RecordingCounter();
  const lags = [-60_000, 60_000, 60_001, hourMs, 25 * hourMs, 8 * 24 * hourMs, 31 * 24 * hourMs];
  for (const lag of lags) counter.add(received(lag));
  counter.add({ timestamp: "infinity", recordedAt: at(0) });
  expect(counter.counts()).toEqual({
    lags: { minute: 2, hour: 2, day: 0, week: 1, month: 1, longer: 1 },
    late: 3,
    longestMs: 31 * 24 * hourMs,
    firstAt: at(-60_000),
    lastAt: at(31 * 24 * hourMs),
  });
});

test("the lag is null without events", () => {
  expect(new RecordingCounter().counts()).toMatchObject({ late: 0, longestMs: null, firstAt: null, lastAt: null });
});
