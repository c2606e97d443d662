/** A size as people say it: `1.4 MB`, in powers of ten. */
export function bytesText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${units[unit]}`;
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `15 Jan 2026, 10:00:18 UTC`; the text itself where it is no time. */
export function timeText(time: string | number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : `${timeFormat.format(date)} UTC`;
}

/** `1 Oct 2025 to 31 Dec 2025`. */
export function periodText({ from, to }: { from: string; to: string }): string {
  const [first, last] = [new Date(from), new Date(to)];
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return `${from} to ${to}`;
  return `${dayFormat.format(first)} to ${dayFormat.format(last)}`;
}
