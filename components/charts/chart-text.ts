import type { Unit } from "@/components/charts/chart-data";
import {
  bytesText,
  countText,
  durationText,
  moneyText,
  percentText,
  shortCountText,
  timeText,
} from "@/lib/client/format";

const exact: Record<Unit, (value: number | null) => string> = {
  count: countText,
  usd: moneyText,
  bytes: bytesText,
  ms: durationText,
  percent: percentText,
};

/** A value in its unit, in full. */
export function valueText(value: number | null, unit: Unit): string {
  return exact[unit](value);
}

/** A value on an axis, where there is little room. */
export function tickText(value: number, unit: Unit): string {
  if (unit === "count") return shortCountText(value);
  if (unit === "usd") return value >= 1_000 ? `$${shortCountText(value)}` : moneyText(value).replace(".00", "");
  return exact[unit](value);
}

/**
 * Room for the texts of an axis of values with its ticks, in pixels. It is reckoned and not measured: what is measured is
 * drawn twice, and cut when its first drawing was too early.
 */
export function axisWidth(texts: readonly string[]): number {
  const [widestLetter, ticks] = [7.5, 10];
  return Math.ceil(widestLetter * Math.max(0, ...texts.map(({ length }) => length))) + ticks;
}

/** A time on an axis: the day, and the hour where several times are of one day. */
export function timeLabels(times: readonly string[]): (at: string) => string {
  const days = new Set(times.map((at) => at.slice(0, 10)));
  const within = days.size <= 2 && times.length > days.size;
  const options: Intl.DateTimeFormatOptions = within
    ? { hour: "2-digit", minute: "2-digit" }
    : { day: "numeric", month: "short" };
  return (at) => {
    const time = Date.parse(at);
    if (Number.isNaN(time)) return at;
    // A date without a time is a day of UTC, and stays that day wherever it is read.
    const zone = at.length === 10 ? { timeZone: "UTC" } : {};
    return new Intl.DateTimeFormat("en-GB", { ...options, ...zone }).format(time);
  };
}

/** A time in a table or a tooltip. */
export function longTimeText(at: string): string {
  return at.length === 10 ? timeText(at, "day", "UTC") : timeText(at, "short");
}
