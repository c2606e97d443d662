"use client";

import { stackedModel, type Unit, type ValueSeries } from "./chart-data";
import { ChartFigure } from "./chart-figure";
import { ChartTable } from "./chart-table";
import { valueText } from "./chart-text";
import { Drawing } from "./drawing";

interface StackedBarsProps {
  title: string;
  /** The id of a heading above that says the title already. */
  titledBy?: string;
  summary: string;
  categories: readonly string[];
  /** What the categories are, for the table: "Severity". */
  categoryName?: string;
  series: readonly ValueSeries[];
  unit?: Unit;
  height?: number;
}

/** Series on top of each other over categories. */
export function StackedBars(props: StackedBarsProps) {
  const {
    title,
    titledBy,
    summary,
    categories,
    categoryName = "Category",
    series,
    unit = "count",
    height = 220,
  } = props;
  const model = stackedModel(categories, series);
  const table = (
    <ChartTable
      title={title}
      head={categoryName}
      columns={model.series.map(({ name }) => name)}
      rows={model.rows.map((row) => ({
        label: row.label,
        values: model.series.map(({ key }) => valueText(row[key] ?? null, unit)),
      }))}
    />
  );
  return (
    <ChartFigure title={title} titledBy={titledBy} summary={summary} table={table} isEmpty={model.isEmpty}>
      <Drawing
        label={`${title}. ${summary}`}
        model={model}
        kind="stacked"
        unit={unit}
        height={height}
        shortLabel={asItIs}
        longLabel={asItIs}
      />
    </ChartFigure>
  );
}

function asItIs(label: string): string {
  return label;
}
