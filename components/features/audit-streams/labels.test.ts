import { expect, test } from "vitest";
import { isFiltered, lagText, positionText, statusReason, streamState } from "./labels";

const all = { eventTypes: [], modelIds: [], minSeverity: null };
const lag = (events: number, oldestReceivedAt: string | null = null) => ({ events, oldestReceivedAt });

test.each([
  ["every event after the position is sent", all, 3, "3 events"],
  ["the lowest severity excludes no event", { ...all, minSeverity: "INFO" as const }, 1, "1 event"],
  ["a filter may exclude events", { ...all, minSeverity: "HIGH" as const }, 3, "Up to 3 events to check"],
  ["nothing is left to send", { ...all, modelIds: ["mdl_1"] }, 0, "Up to date"],
])("%s", (_, filter, events, text) => {
  expect(lagText({ filter, lag: lag(events) })).toBe(text);
});

test("a stream is filtered if its filter can exclude events", () => {
  expect(isFiltered({ filter: all })).toBe(false);
  expect(isFiltered({ filter: { ...all, eventTypes: ["INFERENCE"] } })).toBe(true);
});

const now = Date.parse("2026-01-15T12:00:00.000Z");

test.each([
  ["nothing is left to send", "ACTIVE", lag(0), "ACTIVE"],
  ["its events are recent", "ACTIVE", lag(3, "2026-01-15T11:54:30.000Z"), "ACTIVE"],
  ["its events should have been delivered", "ACTIVE", lag(3, "2026-01-15T11:53:30.000Z"), "BEHIND"],
  ["the age of its events is unknown", "ACTIVE", lag(3), "BEHIND"],
  ["its deliveries fail", "FAILING", lag(3, "2026-01-15T10:00:00.000Z"), "FAILING"],
  ["it was paused", "PAUSED", lag(3, "2026-01-15T10:00:00.000Z"), "PAUSED"],
] as const)("the state of a stream if %s", (_, status, events, state) => {
  expect(streamState({ status, lag: events, maxDelaySeconds: 60 }, now)).toBe(state);
});

test.each([
  ["a failing stream", "FAILING", "HTTP 503"],
  ["a disabled stream", "DISABLED", "HTTP 503"],
  ["a stream with an earlier error", "ACTIVE", null],
] as const)("the reason shown with the status of %s", (_, status, text) => {
  expect(statusReason({ status, lastError: "status", lastStatusCode: 503 })).toBe(text);
});

const moved = "2026-01-15T11:00:00.000Z";

test.each([
  ["the start of the chain", 0, null, all, "Starts with the first event"],
  ["a later start", 682, null, all, "Starts after #682 of 1,698"],
  ["a stream of all events", 690, moved, all, "Sent up to #690 of 1,698"],
  ["a filtered stream", 690, moved, { ...all, modelIds: ["mdl_1"] }, "Sent or filtered out up to #690 of 1,698"],
])("the position of %s", (_, position, positionAt, filter, text) => {
  expect(positionText({ position, positionAt, headPosition: 1_698, filter })).toBe(text);
});
