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
