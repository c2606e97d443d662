import { describe, expect, it } from "vitest";
import { isTime, resolveTime, resolveTimes } from "@/lib/platform/client/period";

const now = Date.parse("2026-03-10T10:42:17.123Z");

describe("resolveTime", () => {
  it.each([
    ["-24h", "2026-03-09T10:00:00.000Z"],
    ["-7d", "2026-03-03T10:00:00.000Z"],
    ["2026-01-01", "2026-01-01"],
    ["-7x", "-7x"],
    ["openai", "openai"],
  ])("resolves %s from the start of the hour", (value, resolved) => {
    expect(resolveTime(value, now)).toBe(resolved);
  });

  it("is constant within an hour, so that cursors stay valid", () => {
    const ends = [resolveTime("-7d", now), resolveTime("-7d", Date.parse("2026-03-10T10:00:00Z"))];
    expect(new Set(ends).size).toBe(1);
  });

  it("keeps other filters", () => {
    expect(resolveTimes({ from: "-24h", severity: ["HIGH"], due: null }, now)).toEqual({
      from: "2026-03-09T10:00:00.000Z",
      severity: ["HIGH"],
      due: null,
    });
  });
});

describe("a time in the URL", () => {
  it.each(["-24h", "-30d", "2026-01-01", "2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000+02:00"])(
    "%s is valid",
    (text) => {
      expect(isTime(text)).toBe(true);
    },
  );

  it.each(["", "yesterday", "2026-13-01", "2026-01-01T10:00:00", "-7", "7d"])("%j is invalid", (text) => {
    expect(isTime(text)).toBe(false);
  });
});
