import fc from "fast-check";
import { expect, test } from "vitest";
import { readExtension, readPairs, splitDelimited } from "@/lib/domains/shadow-ai/ingest/text/delimited";
import { splitSyslog } from "@/lib/domains/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

const context = { zone: "UTC", receivedAtMs: Date.UTC(2026, 10, 22, 12) };
const at = Date.UTC(2026, 10, 22, 10, 15, 0);

test.each([
  [1_795_342_500, at],
  [1_795_342_500.123, at + 123],
  ["1795342500", at],
  ["1795342500.123456", at + 123.456],
  ["1795342500123", at + 123],
  ["1795342500123456", at + 123.456],
  ["1795342500000000000", at],
  ["2026-11-22T10:15:00Z", at],
  ["2026-11-22T10:15:00.123456Z", at + 123],
  ["2026-11-22T11:15:00.5+01:00", at + 500],
  ["2026-11-22T11:15:00.000000+0100", at],
  ["2026-11-22 10:15:00", at],
  ["2026-11-22 10:15:00,250", at + 250],
  ["2026/11/22 10:15:00", at],
  ["2026-11-22 12:15:00 +0200", at],
  ["22/Nov/2026:11:15:00 +0100", at],
  ["22-Nov-2026 10:15:00.007", at + 7],
  ["Nov 22 10:15:00", at],
  ["Nov  2 10:15:00", Date.UTC(2026, 10, 2, 10, 15)],
  ["Nov 22 2026 10:15:00.250 UTC", at + 250],
  ["Sun Nov 22 10:15:00 2026", at],
  ["Sun Nov  1 10:15:00 2026", Date.UTC(2026, 10, 1, 10, 15)],
])("reads the time %s", (value, ms) => {
  expect(parseTime(value, context)).toBeCloseTo(ms, 2);
});

test.each([
  "",
  "-",
  "yesterday",
  "NaN",
  "Infinity",
  "-1795342500",
  "2026-02-30T10:15:00Z",
  "2026-11-22T25:15:00Z",
  "2026-13-22T10:15:00Z",
  "22/Foo/2026:11:15:00 +0100",
  "Nov 31 10:15:00",
  "2026-11-22",
  "1".repeat(100),
  null,
  undefined,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  0,
])("rejects the time %s", (value) => {
  expect(parseTime(value, context)).toBeNaN();
});

test("assumes the most recent past year for a time without one, allowing for clock differences", () => {
  expect(parseTime("Dec 31 23:59:59", context)).toBe(Date.UTC(2025, 11, 31, 23, 59, 59));
  expect(parseTime("Nov 22 20:00:00", context)).toBe(Date.UTC(2026, 10, 22, 20));
  expect(parseTime("Nov 24 10:15:00", context)).toBe(Date.UTC(2025, 10, 24, 10, 15));
  const newYear = { zone: "UTC", receivedAtMs: Date.UTC(2027, 0, 1, 0, 5) };
  expect(parseTime("Dec 31 23:59:59", newYear)).toBe(Date.UTC(2026, 11, 31, 23, 59, 59));
  expect(parseTime("Jan  1 00:10:00", { ...newYear, receivedAtMs: Date.UTC(2026, 11, 31, 23, 55) })).toBe(
    Date.UTC(2027, 0, 1, 0, 10),
  );
});

test.each([
  ["Europe/Berlin", "2026-07-01 12:00:00", "2026-07-01T10:00:00.000Z"],
  ["Europe/Berlin", "2026-11-22 11:15:00", "2026-11-22T10:15:00.000Z"],
  ["Europe/Berlin", "2026-10-25 02:30:00", "2026-10-25T00:30:00.000Z"],
  ["Europe/Berlin", "2026-10-25 03:30:00", "2026-10-25T02:30:00.000Z"],
  ["America/New_York", "2026-03-08 01:59:59", "2026-03-08T06:59:59.000Z"],
  ["America/New_York", "2026-03-08 03:00:00", "2026-03-08T07:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-22 15:45:00", "2026-11-22T10:15:00.000Z"],
  ["Asia/Kathmandu", "2026-11-22 16:00:00", "2026-11-22T10:15:00.000Z"],
  ["Pacific/Auckland", "2026-11-22 23:15:00", "2026-11-22T10:15:00.000Z"],
  ["Europe/Berlin", "2026-11-22 10:15:00Z", "2026-11-22T10:15:00.000Z"],
])("reads a time of %s without a zone, %s, as %s", (zone, text, iso) => {
  expect(new Date(parseTime(text, { ...context, zone })).toISOString()).toBe(iso);
});

test("reads formatted times back unchanged in any zone", () => {
  const zones = fc.constantFrom("Europe/London", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Tokyo");
  const instants = fc.date({ min: new Date("2020-01-01Z"), max: new Date("2030-01-01Z"), noInvalidDate: true });
  fc.assert(
    fc.property(zones, instants, (zone, date) => {
      const text = date.toLocaleString("sv-SE", { timeZone: zone });
      const read = parseTime(text, { ...context, zone });
      // A clock time that occurs twice when the clock is set back.
      expect(new Date(read).toLocaleString("sv-SE", { timeZone: zone })).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["a,b,,c", ["a", "b", "", "c"]],
  ['"a, b","say ""no""",c', ["a, b", 'say "no"', "c"]],
  ['"",x', ["", "x"]],
  ['a"b,c', ['a"b', "c"]],
  ["", [""]],
])("CSV: %s", (line, values) => {
  expect(splitDelimited(line, ",")).toEqual(values);
});

test("CSV: rejects an open quote or too many values", () => {
  expect(splitDelimited('a,"b', ",")).toBeNull();
  expect(splitDelimited(",".repeat(1_000), ",")).toBeNull();
  expect(splitDelimited(`"",${",".repeat(1_000)}`, ",")).toBeNull();
});

test("CSV: reads back written values", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 10 }), (values) => {
      const line = values.map((value) => `"${value.replaceAll('"', '""')}"`).join(";");
      expect(splitDelimited(line, ";")).toEqual(values);
    }),
  );
});

test.each([
  ['a=1 b="x y" c=', { a: "1", b: "x y", c: "" }],
  [
    '<189>date=2026-11-22 time=10:15:00 msg="say \\"no\\" \\\\ a=b"',
    { date: "2026-11-22", time: "10:15:00", msg: 'say "no" \\ a=b' },
  ],
  ["a=1,b=2\tc=3", { a: "1", b: "2", c: "3" }],
  ["a=1 a=2", { a: "1" }],
  ['a="open', { a: "open" }],
  ["no pairs", {}],
])("pairs: %s", (line, pairs) => {
  expect(Object.fromEntries(readPairs(line))).toEqual(pairs);
});

test("reads CEF pairs with spaces and escaped equals signs", () => {
  const pairs = readExtension("src=10.1.1.1 msg=a b\\=c d request=https://a/?x\\=1 act=Allowed by policy");
  expect(Object.fromEntries(pairs)).toEqual({
    src: "10.1.1.1",
    msg: "a b=c d",
    request: "https://a/?x=1",
    act: "Allowed by policy",
  });
});

test.each([
  ["Nov 22 10:15:00 gw dnsmasq[12]: x y", "Nov 22 10:15:00", "dnsmasq", "x y"],
  ["<30>Nov  2 10:15:00 dnsmasq[12]: x", "Nov  2 10:15:00", "dnsmasq", "x"],
  ["2026-11-22T10:15:00.123456+01:00 gw squid: x", "2026-11-22T10:15:00.123456+01:00", "squid", "x"],
  ["<165>1 2026-11-22T10:15:00Z gw named 811 - - x", "2026-11-22T10:15:00Z", "named", "x"],
  ['<165>1 2026-11-22T10:15:00Z gw named 811 ID [a@1 b="c"] x', "2026-11-22T10:15:00Z", "named", "x"],
  ["x y", null, null, "x y"],
])("syslog: %s", (line, time, program, message) => {
  expect(splitSyslog(line)).toEqual({ time, program, message });
});
