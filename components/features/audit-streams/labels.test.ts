import { expect, test } from "vitest";
import { isFiltered, lagText } from "./labels";

const all = { eventTypes: [], modelIds: [], minSeverity: null };
const lag = (events: number) => ({ events, oldestReceivedAt: null });

test.each([
  ["every event after the position is sent", all, 3, "3 events to send"],
  ["the lowest severity excludes no event", { ...all, minSeverity: "INFO" as const }, 1, "1 event to send"],
  ["a filter may exclude events", { ...all, minSeverity: "HIGH" as const }, 3, "3 events to check against the filter"],
  ["nothing is left to check", { ...all, modelIds: ["mdl_1"] }, 0, "Up to date"],
])("%s", (_, filter, events, text) => {
  expect(lagText({ filter, lag: lag(events) })).toBe(text);
});

test("a stream is filtered if its filter can exclude events", () => {
  expect(isFiltered({ filter: all })).toBe(false);
  expect(isFiltered({ filter: { ...all, eventTypes: ["INFERENCE"] } })).toBe(true);
});
