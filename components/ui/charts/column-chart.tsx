"use client";

import { useIntersection } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { countText, timeText } from "@/lib/platform/client/format";
import { ChartFigure } from "./chart-figure";
import styles from "./charts.module.css";

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

// Recharts draws in browsers only. It is loaded when the first chart is near the visible area.
const ColumnDrawing = lazy(async () => ({ default: (await import("./column-drawing")).ColumnDrawing }));

/** One or more series over time or other categories. */
export function ColumnChart(props: ColumnChartProps) {
  const { title, titledBy, summary, categories, categoryName = "Day", series, stacked = false } = props;
  const { ref, entry } = useIntersection({ rootMargin: "200px" });
  const [width, setWidth] = useState<number>();
  if (entry?.isIntersecting && width === undefined) setWidth(entry.boundingClientRect.width);
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
      <div ref={width === undefined ? ref : undefined} className={styles.drawing}>
        {width !== undefined && (
          <Suspense fallback={<Skeletons.Card height={220} label="chart" />}>
            <ColumnDrawing
              label={`${title}. ${summary}`}
              width={width}
              categories={categories.map(categoryText)}
              series={series}
              stacked={stacked}
            />
          </Suspense>
        )}
      </div>
    </ChartFigure>
  );
}

/** A UTC date in the format of the interface; other categories as they are. */
function categoryText(category: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(category) ? timeText(category, "day", "UTC") : category;
}
