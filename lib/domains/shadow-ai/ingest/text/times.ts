import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import type { ParseContext } from "@/lib/domains/shadow-ai/ingest/parser";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const dayMs = 86_400_000;
/** Maximum difference between two clocks before a time without a year is assigned to the previous year. */
const skewMs = dayMs;

type TimeContext = Pick<ParseContext, "zone" | "receivedAtMs">;

/** `2026-11-22T10:15:00.123Z`, `2026-11-22 10:15:00`, `2026/11/22 10:15:00 +0100`. */
const yearFirst =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[T ,]+(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
/**
 * `22/Nov/2026:10:15:00 +0100` (Common Log Format), `22-Nov-2026 10:15:00.123` (BIND), `Sun, 22 Nov 2026 10:15:00 GMT`.
 */
const dayFirst =
  /^(?:[A-Za-z]{3}, )?(\d{1,2})[-/ ]([A-Za-z]{3})[-/ ](\d{4})[: ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/;
/** `Nov 22 10:15:00` (syslog), `Nov 22 2026 10:15:00.123 UTC` (CEF), `Sun Nov 22 10:15:00 2026` (ctime). */
const monthFirst =
  /^(?:[A-Za-z]{3},? )?([A-Za-z]{3}) {1,2}(\d{1,2})(?: (\d{4}))? (\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: (Z|UTC|GMT|[+-]\d\d:?\d\d))?(?: (\d{4}))?$/;

/**
 * Unix milliseconds of a time in any common log format; otherwise NaN. A number is Unix time in seconds, milliseconds,
 * microseconds or nanoseconds, by its size. A time without a zone is in the log's zone; a time without a year is the
 * most recent past one.
 */
export function parseTime(value: string | number | null | undefined, context: TimeContext): number {
  if (typeof value === "number") return epochMs(value);
  if (value === null || value === undefined || value.length > 64) return Number.NaN;
  const text = value.trim();
  if (/^\d{9,20}(?:\.\d{1,12})?$/.test(text)) return epochMs(Number(text));
  const iso = yearFirst.exec(text);
  if (iso) return zoned(iso.slice(1, 8), Number(iso[2]) - 1, iso[8], context);
  const day = dayFirst.exec(text);
  if (day) {
    const [, date, month, year, ...time] = day;
    return zoned([year, "", date, ...time.slice(0, 4)], monthOf(month), day[8], context);
  }
  const named = monthFirst.exec(text);
  if (!named) return Number.NaN;
  const [, month, date, year, hour, minute, second, fraction, zone, lastYear] = named;
  const clock = [date, hour, minute, second, fraction];
  return year === undefined && lastYear === undefined
    ? nearestPast(clock, monthOf(month), zone, context)
    : zoned([year ?? lastYear, "", ...clock], monthOf(month), zone, context);
}

/** Unix time in any unit, by its size: seconds until the year 5138, milliseconds from 1973. */
function epochMs(value: number): number {
  if (!(value > 0)) return Number.NaN;
  if (value < 1e11) return value * 1_000;
  if (value < 1e14) return value;
  return value < 1e17 ? value / 1e3 : value / 1e6;
}

function monthOf(name: string | undefined): number {
  return months.indexOf(name?.toLowerCase() ?? "");
}

function nearestPast(clock: (string | undefined)[], month: number, zone: string | undefined, context: TimeContext) {
  const year = new Date(context.receivedAtMs + skewMs).getUTCFullYear();
  for (const candidate of [year + 1, year, year - 1]) {
    const atMs = zoned([String(candidate), "", ...clock], month, zone, context);
    if (atMs <= context.receivedAtMs + skewMs) return atMs;
  }
  // 29 February in a year without one.
  return zoned([String(year - 2), "", ...clock], month, zone, context);
}

/** [year, –, day, hour, minute, second, fraction]; the month counts from 0. NaN for an invalid time. */
function zoned(parts: (string | undefined)[], month: number, zone: string | undefined, context: TimeContext): number {
  const [year = 0, , day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (month < 0 || month > 11 || hour > 23 || minute > 59 || second > 60) return Number.NaN;
  const milliseconds = Number((parts[6] ?? "").slice(0, 3).padEnd(3, "0"));
  const localMs = Date.UTC(year, month, day, hour, minute, second, milliseconds);
  if (new Date(Date.UTC(year, month, day)).getUTCDate() !== day) return Number.NaN;
  return zone === undefined ? localToUtc(localMs, context.zone) : localMs - offsetMs(zone);
}

function offsetMs(zone: string): number {
  const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (!offset) return 0;
  return (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0)) * 60_000;
}

/** IANA names, and offsets such as `+0100` and `GMT+1`. Null for text that Intl does not know, such as `BST`. */
const zones = new BoundedCache<string | null>(1_000);

/** A time zone from a log, in a form for {@link parseTime}; null if it is unknown. */
export function zoneFrom(text: string): string | null {
  return zones.get(text, () => {
    const [, sign, hours = "", minutes = "00"] = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?$/i.exec(text) ?? [];
    if (sign !== undefined) return `${sign}${hours.padStart(2, "0")}:${minutes}`;
    try {
      return new Intl.DateTimeFormat("en", { timeZone: /^z$/i.test(text) ? "UTC" : text }).resolvedOptions().timeZone;
    } catch {
      return null;
    }
  });
}

const hourMs = 3_600_000;
const formatters = new Map<string, Intl.DateTimeFormat>();
/** Offset by zone and hour. Zones change at full hours or quarters of one, and a log contains few distinct hours. */
const offsets = new BoundedCache<number>(10_000);

/**
 * Unix milliseconds of a local time in an IANA zone or with an offset, given as if it were UTC. An hour that occurs twice means the
 * first; an hour that is skipped is read with the previous offset.
 */
export function localToUtc(localMs: number, zone: string): number {
  if (zone === "UTC") return localMs;
  if (/^[+-]/.test(zone)) return localMs - offsetMs(zone);
  const guess = localMs - offsetAt(localMs, zone);
  const offset = offsetAt(guess, zone);
  const before = offsetAt(localMs - offset - 2 * hourMs, zone);
  const earlier = localMs - before;
  return before !== offset && offsetAt(earlier, zone) === before ? earlier : localMs - offset;
}

function offsetAt(utcMs: number, zone: string): number {
  const slot = Math.floor(utcMs / (hourMs / 4));
  return offsets.get(`${zone} ${slot}`, () => computedOffset(slot * (hourMs / 4), zone));
}

function computedOffset(utcMs: number, zone: string): number {
  if (!Number.isFinite(utcMs) || Math.abs(utcMs) > 8.64e15) return Number.NaN;
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(zone, formatter);
  }
  const parts = new Map(formatter.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) - utcMs;
}
