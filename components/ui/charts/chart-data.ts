import {
  bytesText,
  countText,
  durationText,
  moneyText,
  percentText,
  shortCountText,
  timeText,
} from "@/lib/platform/client/format";

/** A token of the theme that colours a series, without its dashes: `series-1`, `severity-critical`. */
export type ColourToken =
  | "accent"
  | `severity-${"critical" | "high" | "medium" | "info"}`
  | "good"
  | "doubt"
  | "bad"
  | "quiet"
  | `series-${1 | 2 | 3 | 4 | 5 | 6}`;

export type Unit = "count" | "usd" | "bytes" | "ms" | "percent";

export interface TimePoint {
  /** ISO time or date. */
  at: string;
  /** null where nothing is known, which is no zero: the line breaks there. */
  value: number | null;
}

export interface TimeSeriesModel {
  name: string;
  color?: ColourToken;
  points: readonly TimePoint[];
}

export interface ValueSeries {
  name: string;
  color?: ColourToken;
  values: readonly (number | null)[];
}

/** One place of the category axis with the value of each series there, under `s0`, `s1`, … */
export type ChartRow = { label: string } & { [series: `s${number}`]: number | null };

/** A chart that is ready to be drawn and to be read as a table. */
export interface ChartModel {
  series: { key: `s${number}`; name: string; colour: string; pattern: number }[];
  rows: ChartRow[];
  /** Values of the value axis, from the lowest to the highest. */
  ticks: number[];
  isEmpty: boolean;
}

/** Joins series by their times, in order; where a series has no point, nothing is known. */
export function timeModel(series: readonly TimeSeriesModel[], kind: "line" | "bar"): ChartModel {
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort();
  const valuesOf = ({ points }: TimeSeriesModel) => {
    const byTime = new Map(points.map(({ at, value }) => [at, value]));
    return times.map((at) => byTime.get(at) ?? null);
  };
  const joined = series.map((one) => ({ ...one, values: valuesOf(one) }));
  return chartModel(times, joined, kind === "bar" ? "grouped" : "single");
}

/** Series over categories, one on top of the other. */
export function stackedModel(categories: readonly string[], series: readonly ValueSeries[]): ChartModel {
  return chartModel(categories, series, "stacked");
}

function chartModel(
  labels: readonly string[],
  series: readonly ValueSeries[],
  layout: "single" | "grouped" | "stacked",
): ChartModel {
  const rows = labels.map((label, index) => {
    const values = series.map(({ values: of }, at) => [`s${at}`, known(of[index])]);
    return { label, ...Object.fromEntries(values) } as ChartRow;
  });
  const heights = rows.map((row) => {
    const values = series.map((_, at) => row[`s${at}`] ?? 0);
    return layout === "stacked" ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return {
    series: series.map(({ name, color }, at) => ({
      key: `s${at}`,
      name,
      colour: `var(--${color ?? `series-${(at % 6) + 1}`})`,
      pattern: at,
    })),
    rows,
    ticks: niceTicks(Math.max(0, ...heights)),
    isEmpty: rows.every((row) => series.every((_, at) => row[`s${at}`] === null)),
  };
}

function known(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** About four steps of 1, 2, 2.5 or 5 times a power of ten, from zero to at least the highest value. */
export function niceTicks(highest: number, steps = 4): number[] {
  if (!(highest > 0) || !Number.isFinite(highest)) return [0, 1];
  const rough = highest / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough - rough * 1e-9) ?? 10;
  const step = factor * power;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

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
