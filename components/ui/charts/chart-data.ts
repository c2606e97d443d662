import { shortCountText, timeText } from "@/lib/platform/client/format";

/** A colour token of the theme without its dashes. */
export type ColourToken =
  | "good"
  | "doubt"
  | `severity-${"critical" | "high" | "medium" | "info"}`
  | `series-${1 | 2 | 3 | 4 | 5 | 6}`;

interface Series {
  name: string;
  color?: ColourToken;
}

export interface TimeSeriesModel extends Series {
  /** `at` is an ISO time or date. A null value is unknown, not zero: the line breaks there. */
  points: readonly { at: string; value: number | null }[];
}

export interface ValueSeries extends Series {
  values: readonly (number | null)[];
}

/** A position on the category axis with the value of each series: `s0`, `s1`, … */
export type ChartRow = { label: string } & { [series: `s${number}`]: number | null };

/** A chart, ready to draw or to show as a table. */
export interface ChartModel {
  series: { key: `s${number}`; name: string; colour: string; pattern: number }[];
  rows: ChartRow[];
  /** The ticks of the value axis, in ascending order. */
  ticks: number[];
  isEmpty: boolean;
}

/** Joins series by time. A missing point is unknown. */
export function timeModel(series: readonly TimeSeriesModel[]): ChartModel {
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort();
  const joined = series.map(({ points, ...one }) => {
    const byTime = new Map(points.map(({ at, value }) => [at, value]));
    return { ...one, values: times.map((at) => byTime.get(at) ?? null) };
  });
  return chartModel(times, joined, (values) => Math.max(0, ...values));
}

/** Series stacked over categories. */
export function stackedModel(categories: readonly string[], series: readonly ValueSeries[]): ChartModel {
  return chartModel(categories, series, (values) => values.reduce((sum, value) => sum + value, 0));
}

function chartModel(
  labels: readonly string[],
  series: readonly ValueSeries[],
  heightOf: (values: number[]) => number,
): ChartModel {
  const rows = labels.map((label, index) => {
    const values = series.map(({ values: of }, at) => [`s${at}`, known(of[index])]);
    return { label, ...Object.fromEntries(values) } as ChartRow;
  });
  return {
    series: series.map(({ name, color }, at) => ({
      key: `s${at}`,
      name,
      colour: `var(--${color ?? `series-${(at % 6) + 1}`})`,
      pattern: at,
    })),
    rows,
    ticks: niceTicks(Math.max(0, ...rows.map((row) => heightOf(series.map((_, at) => row[`s${at}`] ?? 0))))),
    isEmpty: rows.every((row) => series.every((_, at) => row[`s${at}`] === null)),
  };
}

function known(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** About four steps of 1, 2, 2.5 or 5 times a power of ten, from zero to at least `highest`. */
export function niceTicks(highest: number, steps = 4): number[] {
  if (!(highest > 0) || !Number.isFinite(highest)) return [0, 1];
  const rough = highest / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough - rough * 1e-9) ?? 10;
  const step = factor * power;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** The width of the value axis in pixels, estimated: measuring it would draw the chart twice. */
export function axisWidth(ticks: readonly number[]): number {
  const [letterWidth, tickWidth] = [7.5, 10];
  return Math.ceil(letterWidth * Math.max(0, ...ticks.map((tick) => shortCountText(tick).length))) + tickWidth;
}

/** Formats the times of an axis: the day, or the hour if there are several times a day. */
export function timeLabels(times: readonly string[]): (at: string) => string {
  const days = new Set(times.map((at) => at.slice(0, 10)));
  const within = days.size <= 2 && times.length > days.size;
  const options: Intl.DateTimeFormatOptions = within
    ? { hour: "2-digit", minute: "2-digit" }
    : { day: "numeric", month: "short" };
  return (at) => {
    const time = Date.parse(at);
    if (Number.isNaN(time)) return at;
    return new Intl.DateTimeFormat("en-GB", { ...options, ...(isDate(at) && { timeZone: "UTC" }) }).format(time);
  };
}

/** A time in a table or a tooltip. */
export function longTimeText(at: string): string {
  return isDate(at) ? timeText(at, "day", "UTC") : timeText(at, "short");
}

/** A date without a time is a UTC day in every time zone. */
function isDate(at: string): boolean {
  return at.length === 10;
}
