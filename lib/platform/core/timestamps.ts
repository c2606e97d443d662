const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Converts an RFC 3339 date-time with an offset to `YYYY-MM-DDTHH:mm:ss.sssZ`, truncating further fractional digits. Undefined
 * for anything else: dates, leap seconds, local times, invalid days, or years outside 0001 to 9999 in UTC.
 */
export function parseTimestamp(text: string): string | undefined {
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const milliseconds = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const offsetMs = (offsetHour * 60 + offsetMinute) * 60_000 * (match[8] === "-" ? -1 : 1);
  const epochMs = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds - offsetMs;
  const iso = new Date(epochMs).toISOString();
  return iso.length === 24 && !iso.startsWith("0000") ? iso : undefined;
}
