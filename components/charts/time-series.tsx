"use client";

import { type TimeSeriesModel, timeModel, type Unit } from "./chart-data";
import { ChartFigure } from "./chart-figure";
import { ChartTable } from "./chart-table";
import { longTimeText, timeLabels, valueText } from "./chart-text";
import { Drawing } from "./drawing";

interface TimeSeriesProps {
  title: string;
  summary: string;
  series: readonly TimeSeriesModel[];
  kind: "line" | "bar";
  unit?: Unit;
  height?: number;
}

/** Values over time, of one series or several. */
export function TimeSeries({ title, summary, series, kind, unit = "count", height = 220 }: TimeSeriesProps) {
  const model = timeModel(series, kind);
  const table = (
    <ChartTable
      title={title}
      head="Time"
      columns={model.series.map(({ name }) => name)}
      rows={model.rows.map((row) => ({
        label: longTimeText(row.label),
        values: model.series.map(({ key }) => valueText(row[key] ?? null, unit)),
      }))}
    />
  );
  return (
    <ChartFigure title={title} summary={summary} table={table} isEmpty={model.isEmpty}>
      <Drawing
        label={`${title}. ${summary}`}
        model={model}
        kind={kind}
        unit={unit}
        height={height}
        shortLabel={timeLabels(model.rows.map(({ label }) => label))}
        longLabel={longTimeText}
      />
    </ChartFigure>
  );
}
