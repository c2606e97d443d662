"use client";

import { lazy, Suspense } from "react";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { useHydrated } from "@/lib/platform/client/use-environment";
import {
  type ChartModel,
  longTimeText,
  stackedModel,
  type TimeSeriesModel,
  timeLabels,
  timeModel,
  type Unit,
  type ValueSeries,
  valueText,
} from "./chart-data";
import { ChartFigure, ChartTable } from "./chart-figure";

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

const load = async () => ({ default: (await import("./recharts-drawing")).RechartsDrawing });

// On a page with charts its code is asked for with the page's own, and not only once that runs.
if (typeof window !== "undefined") load().catch(() => undefined);

const RechartsDrawing = lazy(load);

export interface DrawingProps {
  label: string;
  model: ChartModel;
  kind: "line" | "bar" | "stacked";
  unit: Unit;
  height: number;
  shortLabel: (label: string) => string;
  longLabel: (label: string) => string;
}

/** The drawing of a chart, whose code comes when it is needed; its place is kept. */
export function Drawing(props: DrawingProps) {
  const placeholder = <Skeletons.Chart height={props.height} label="chart" />;
  if (!useHydrated()) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <RechartsDrawing {...props} />
    </Suspense>
  );
}
