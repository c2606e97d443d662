"use client";

import { lazy, Suspense } from "react";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { countText, timeText } from "@/lib/platform/client/format";
import { useHydrated } from "@/lib/platform/client/use-environment";
import { ChartFigure } from "./chart-figure";

/** A colour token of the theme without its dashes. */
export type ColourToken = "good" | "doubt" | `severity-${"critical" | "high" | "medium" | "info"}`;

export interface Series {
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

const load = async () => ({ default: (await import("./column-drawing")).ColumnDrawing });

// Starts loading Recharts with the page instead of after hydration: it draws in browsers only.
if (typeof window !== "undefined") load().catch(() => undefined);

const ColumnDrawing = lazy(load);

/** One or more series over time or other categories. */
export function ColumnChart(props: ColumnChartProps) {
  const { title, titledBy, summary, categories, categoryName = "Day", series, stacked = false } = props;
  const isHydrated = useHydrated();
  const placeholder = <Skeletons.Card height={220} label="chart" />;
  return (
    <ChartFigure
      title={title}
      titledBy={titledBy}
      summary={summary}
      isEmpty={series.every(({ values }) => values.every((value) => value === null))}
      rowName={categoryName}
      columns={series.map(({ name }) => name)}
      rows={categories.map((category, at) => ({
        label: categoryText(category),
        values: series.map(({ values }) => countText(values[at])),
      }))}
    >
      {isHydrated ? (
        <Suspense fallback={placeholder}>
          <ColumnDrawing
            label={`${title}. ${summary}`}
            categories={categories.map(categoryText)}
            series={series}
            stacked={stacked}
          />
        </Suspense>
      ) : (
        placeholder
      )}
    </ChartFigure>
  );
}

/** A UTC date in the format of the interface; other categories as they are. */
function categoryText(category: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(category) ? timeText(category, "day", "UTC") : category;
}
