import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTimestamp } from "@/lib/platform/core/timestamps";

test.each([
  ["2026-01-15T10:00:00Z", "2026-01-15T10:00:00.000Z"],
  ["2026-01-15T10:00:00.1Z", "2026-01-15T10:00:00.100Z"],
  ["2026-01-15T10:00:00.123Z", "2026-01-15T10:00:00.123Z"],
  ["2026-01-15T10:00:00.123999999999999999Z", "2026-01-15T10:00:00.123Z"],
  ["2026-01-15T10:00:00.0009Z", "2026-01-15T10:00:00.000Z"],
  ["2026-01-15t10:00:00z", "2026-01-15T10:00:00.000Z"],
  ["2026-01-15T10:00:00+00:00", "2026-01-15T10:00:00.000Z"],
  ["2026-01-15T10:00:00-00:00", "2026-01-15T10:00:00.000Z"],
  ["2026-01-15T10:00:00+05:30", "2026-01-15T04:30:00.000Z"],
  ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"],
  ["2025-12-31T23:30:00-01:00", "2026-01-01T00:30:00.000Z"],
  ["2026-01-15T10:00:00+23:59", "2026-01-14T10:01:00.000Z"],
  ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z"],
  ["2000-02-29T12:00:00Z", "2000-02-29T12:00:00.000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["0000-12-31T23:30:00-01:00", "0001-01-01T00:30:00.000Z"],
  ["0044-03-15T12:00:00Z", "0044-03-15T12:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
])("%s is the instant %s", (text, iso) => {
  expect(parseTimestamp(text)).toBe(iso);
});

test.each([
  "",
  "now",
  "2026-01-15",
  "2026-01-15T10:00:00",
  "2026-01-15T10:00Z",
  "2026-01-15 10:00:00Z",
  "20260115T100000Z",
  "2026-1-15T10:00:00Z",
  "2026-01-15T10:00:00.Z",
  "2026-01-15T10:00:00,123Z",
  "2026-01-15T10:00:00+1:00",
  "2026-01-15T10:00:00+0100",
  "2026-01-15T10:00:00+01",
  "2026-01-15T10:00:00+24:00",
  "2026-01-15T10:00:00+01:60",
  "2026-01-15T10:00:00Z+01:00",
  "2026-01-15T24:00:00Z",
  "2026-01-15T10:60:00Z",
  "2026-01-15T10:00:60Z",
  "2016-12-31T23:59:60Z",
  "2026-00-15T10:00:00Z",
  "2026-13-15T10:00:00Z",
  "2026-01-00T10:00:00Z",
  "2026-01-32T10:00:00Z",
  "2026-02-29T10:00:00Z",
  "1900-02-29T10:00:00Z",
  "2026-04-31T10:00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:30:00+01:00",
  "9999-12-31T23:30:00-01:00",
  "10000-01-01T00:00:00Z",
  "-2026-01-15T10:00:00Z",
  "+2026-01-15T10:00:00Z",
  " 2026-01-15T10:00:00Z",
  "2026-01-15T10:00:00Z ",
  "2026-01-15T10:00:00Z\n",
  "２０２６-01-15T10:00:00Z",
  "2026-01-15T10:00:00Zjunk",
  "1768471200000",
])("rejects %j", (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

const instant = fc.date({
  min: new Date("0001-01-03T00:00:00.000Z"),
  max: new Date("9999-12-29T00:00:00.000Z"),
  noInvalidDate: true,
});

test("reads the service's own format unchanged", () => {
  fc.assert(
    fc.property(instant, (date) => {
      expect(parseTimestamp(date.toISOString())).toBe(date.toISOString());
    }),
    { numRuns: 500 },
  );
});

test("an instant is the same in any offset and with any further digits", () => {
  const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 12 });
  fc.assert(
    fc.property(instant, offset, digits, (date, minutes, further) => {
      const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      const two = (value: number) => String(value).padStart(2, "0");
      const absolute = Math.abs(minutes);
      const zone = `${minutes < 0 ? "-" : "+"}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
      expect(parseTimestamp(`${local}${further}${zone}`)).toBe(date.toISOString());
    }),
    { numRuns: 500 },
  );
});

test("any valid time is returned in the service's format, and no text throws", () => {
  const part = (max: number, length: number) => fc.nat(max).map((value) => String(value).padStart(length, "0"));
  const text = fc
    .tuple(part(10_001, 4), part(14, 2), part(33, 2), part(25, 2), part(61, 2), part(62, 2), part(25, 2), part(61, 2))
    .map(([year, month, day, hour, minute, second, offsetHour, offsetMinute]) => {
      return `${year}-${month}-${day}T${hour}:${minute}:${second}-${offsetHour}:${offsetMinute}`;
    });
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (given) => {
      const parsed = parseTimestamp(given);
      if (parsed !== undefined) expect(new Date(parsed).toISOString()).toBe(parsed);
      expect(parsed ?? "0001-01-01T00:00:00.000Z").toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }),
    { numRuns: 1_000 },
  );
});
