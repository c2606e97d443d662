/** The day of a time where the reader is, as a date field holds it: `YYYY-MM-DD`. */
export function localDay(time: number | string): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last millisecond of a `YYYY-MM-DD` day where the reader is; null for an empty field. */
export function endOfLocalDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();
}
