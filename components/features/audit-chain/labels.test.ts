import { expect, test } from "vitest";
import { receiptDelay } from "./labels";

const recordedAt = "2026-11-20T10:00:00.000Z";

test.each([
  ["2026-11-20T10:00:00.000Z", null],
  ["2026-11-19T10:00:00.000Z", null],
  ["2026-11-19T09:59:59.999Z", "Recorded 24 hours after the event time"],
  ["2026-11-18T08:00:00.000Z", "Recorded 50 hours after the event time"],
  ["2026-11-10T10:00:00.000Z", "Recorded 10 days after the event time"],
  ["2026-11-22T10:00:00.000Z", "Recorded 48 hours before the event time"],
  ["no time", null],
])("receipt delay of an event of %s recorded on 20 November: %j", (timestamp, text) => {
  expect(receiptDelay({ timestamp, recordedAt })).toBe(text);
});
