"use client";

import { lazy, Suspense } from "react";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { countText } from "@/lib/platform/client/format";
import { useHydrated } from "@/lib/platform/client/use-environment";
import {
  type ChartModel,
  longTimeText,
  stackedModel,
  type TimeSeriesModel,
  timeLabels,
  timeModel,
  type ValueSeries,
} from "./chart-data";
import { ChartFigure } from "./chart-figure";

interface TimeSeriesProps {
  title: string;
  summary: string;
  series: readonly TimeSeriesModel[];
  kind: "line" | "bar";
}

/** One or more series over time. */
export function TimeSeries({ series, ...props }: TimeSeriesProps) {
  const model = timeModel(series);
  const shortLabel = timeLabels(model.rows.map(({ label }) => label));
  return <Chart {...props} rowName="Time" model={model} shortLabel={shortLabel} longLabel={longTimeText} />;
}

interface StackedBarsProps {
  title: string;
  titledBy?: string;
  summary: string;
  categories: readonly string[];
  /** The name of the categories: "Severity". */
  categoryName: string;
  series: readonly ValueSeries[];
}

/** Series stacked over categories. */
export function StackedBars({ categories, categoryName, series, ...props }: StackedBarsProps) {
  const model = stackedModel(categories, series);
  return <Chart {...props} kind="stacked" rowName={categoryName} model={model} shortLabel={asIs} longLabel={asIs} />;
}

function asIs(label: string): string {
  return label;
}

export interface DrawingProps {
  label: string;
  model: ChartModel;
  kind: "line" | "bar" | "stacked";
  shortLabel: (label: string) => string;
  longLabel: (label: string) => string;
}

interface ChartProps extends Omit<DrawingProps, "label"> {
  title: string;
  titledBy?: string;
  summary: string;
  rowName: string;
}

const load = async () => ({ default: (await import("./recharts-drawing")).RechartsDrawing });

// Starts loading the drawing code with the page instead of after hydration.
if (typeof window !== "undefined") load().catch(() => undefined);

const RechartsDrawing = lazy(load);

function Chart({ title, titledBy, summary, rowName, ...drawing }: ChartProps) {
  const { model, longLabel } = drawing;
  const isHydrated = useHydrated();
  const placeholder = <Skeletons.Card height={220} label="chart" />;
  return (
    <ChartFigure
      title={title}
      titledBy={titledBy}
      summary={summary}
      isEmpty={model.isEmpty}
      rowName={rowName}
      columns={model.series.map(({ name }) => name)}
      rows={model.rows.map((row) => ({
        label: longLabel(row.label),
        values: model.series.map(({ key }) => countText(row[key])),
      }))}
    >
      {isHydrated ? (
        <Suspense fallback={placeholder}>
          <RechartsDrawing {...drawing} label={`${title}. ${summary}`} />
        </Suspense>
      ) : (
        placeholder
      )}
    </ChartFigure>
  );
}
