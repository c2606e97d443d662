import type { CSSProperties } from "react";
import { countText, shortCountText, timeText } from "@/lib/platform/client/format";
import { ChartFigure } from "./chart-figure";
import styles from "./charts.module.css";

/** A colour token of the theme without its dashes. */
export type ColourToken = "good" | "doubt" | `severity-${"critical" | "high" | "medium" | "info"}`;

interface Series {
  name: string;
  color?: ColourToken;
  /** A value for each category. Null is unknown. */
  values: readonly (number | null)[];
}

interface ColumnChartProps {
  title: string;
  titledBy?: string;
  summary: string;
  /** Names, or UTC dates (`YYYY-MM-DD`). */
  categories: readonly string[];
  /** The name of the categories: "Severity". */
  categoryName?: string;
  series: readonly Series[];
  stacked?: boolean;
}

const labelsMax = 6;

/** One or more series over time or other categories. Series differ by pattern as well as by colour. */
export function ColumnChart(props: ColumnChartProps) {
  const { title, titledBy, summary, categories, categoryName = "Day", series, stacked = false } = props;
  const valuesAt = (at: number) => series.map(({ values }) => values[at] ?? 0);
  const heights = categories.map((_, at) =>
    stacked ? valuesAt(at).reduce((sum, value) => sum + value, 0) : Math.max(0, ...valuesAt(at)),
  );
  const ticks = niceTicks(Math.max(0, ...heights));
  const top = ticks.at(-1) ?? 1;
  const step = Math.ceil(categories.length / labelsMax);
  const looks = series.map(({ color }, at) => ({
    "data-pattern": at % patterns,
    style: { "--colour": `var(--${color ?? `series-${(at % 6) + 1}`})` } as CSSProperties,
  }));
  return (
    <ChartFigure
      title={title}
      titledBy={titledBy}
      summary={summary}
      isEmpty={series.every(({ values }) => values.every((value) => value === null))}
      rowName={categoryName}
      columns={series.map(({ name }) => name)}
      rows={categories.map((category, at) => ({
        label: dateText(category) ?? category,
        values: series.map(({ values }) => countText(values[at])),
      }))}
    >
      <div className={styles.drawing} role="img" aria-label={`${title}. ${summary}`}>
        <div className={styles.ticks}>
          {ticks.map((tick) => (
            <span key={tick}>{shortCountText(tick)}</span>
          ))}
        </div>
        <div className={styles.plot} style={{ "--steps": ticks.length - 1 } as CSSProperties}>
          {categories.map((category, at) => (
            <div
              key={category}
              className={styles.column}
              data-stacked={stacked || undefined}
              title={[
                dateText(category) ?? category,
                ...series.map(({ name, values }) => `${name}: ${countText(values[at])}`),
              ].join("\n")}
            >
              {series.map(({ name, values }, index) => (
                <span
                  key={name}
                  className={styles.pattern}
                  {...looks[index]}
                  style={{ ...looks[index]?.style, height: `${((values[at] ?? 0) / top) * 100}%` }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className={styles.labels} style={{ "--count": categories.length } as CSSProperties}>
          {categories
            .filter((_, at) => at % step === 0 && at + step <= categories.length)
            .map((category) => (
              <span key={category} style={{ gridColumn: `span ${step}` }}>
                {dateText(category)?.replace(/ \d{4}$/, "") ?? category}
              </span>
            ))}
        </div>
      </div>
      {series.length > 1 && (
        <ul className={`${styles.legend} plain-list`}>
          {series.map(({ name }, at) => (
            <li key={name}>
              <span className={styles.pattern} aria-hidden="true" {...looks[at]} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </ChartFigure>
  );
}

/** Solid, two diagonals, horizontal lines. */
const patterns = 4;

/** The text of a UTC date; undefined for another category. */
function dateText(category: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(category) ? timeText(category, "day", "UTC") : undefined;
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
