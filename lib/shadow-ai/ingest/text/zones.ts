const hourMs = 3_600_000;
const formatters = new Map<string, Intl.DateTimeFormat>();
/** Offset by zone and hour: zones change theirs at whole hours, or quarters of one, of which a log meets a few. */
const offsets = new Map<string, number>();
const offsetsMax = 10_000;

/**
 * Unix milliseconds of a local time in a zone of the IANA database, given as if it were UTC. Of an hour that comes twice the
 * first is meant; an hour that is left out is read as if the clock had not been changed yet.
 */
export function localToUtc(localMs: number, zone: string): number {
  if (zone === "UTC") return localMs;
  const guess = localMs - offsetAt(localMs, zone);
  const offset = offsetAt(guess, zone);
  const before = offsetAt(localMs - offset - 2 * hourMs, zone);
  const earlier = localMs - before;
  return before !== offset && offsetAt(earlier, zone) === before ? earlier : localMs - offset;
}

function offsetAt(utcMs: number, zone: string): number {
  const slot = Math.floor(utcMs / (hourMs / 4));
  const key = `${zone} ${slot}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = computedOffset(slot * (hourMs / 4), zone);
  if (offsets.size >= offsetsMax) offsets.clear();
  offsets.set(key, offset);
  return offset;
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
