"use client";

import { lazy, Suspense } from "react";
import { Skeletons } from "@/components/feedback/skeletons";
import { useHydrated } from "@/lib/client/use-environment";
import type { ChartModel, Unit } from "./chart-data";

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
