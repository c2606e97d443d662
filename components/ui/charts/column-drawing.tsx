"use client";

import { useId } from "react";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { countText, shortCountText } from "@/lib/platform/client/format";
import styles from "./charts.module.css";
import type { Series } from "./column-chart";

interface ColumnDrawingProps {
  label: string;
  /** The width at first. The drawing follows its container. */
  width: number;
  categories: readonly string[];
  series: readonly Series[];
  stacked: boolean;
}

/** Columns without animation. Series differ by pattern as well as by colour. */
export function ColumnDrawing({ label, width, categories, series, stacked }: ColumnDrawingProps) {
  const id = useId().replaceAll(/[^\w-]/g, "");
  const rows = categories.map((category, at) => ({ category, values: series.map(({ values }) => values[at]) }));
  const colours = series.map(({ color }, at) => `var(--${color ?? `series-${(at % 6) + 1}`})`);
  return (
    <ResponsiveContainer width="100%" height={220} initialDimension={{ width, height: 220 }}>
      <BarChart data={rows} title={label} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} barCategoryGap="24%">
        <defs>
          {colours.map((colour, at) => (
            <pattern key={colour} id={`${id}-${at}`} width="6" height="6" patternUnits="userSpaceOnUse">
              <rect width="6" height="6" fill={colour} fillOpacity={at % shapes.length === 0 ? 1 : 0.45} />
              <path d={shapes[at % shapes.length] ?? ""} stroke={colour} strokeWidth="1.5" fill="none" />
            </pattern>
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="category"
          tickFormatter={(text: string) => text.replace(/ \d{4}$/, "")}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          tick={axisText}
          minTickGap={16}
        />
        <YAxis
          allowDecimals={false}
          tickFormatter={shortCountText}
          tickLine={false}
          axisLine={false}
          tick={axisText}
          width={44}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--hover)" }}
          contentStyle={tooltipStyle}
          formatter={(value) => countText(typeof value === "number" ? value : null)}
        />
        {series.length > 1 && (
          <Legend
            content={() => (
              <ul className={`${styles.legend} plain-list`}>
                {series.map(({ name }, at) => (
                  <li key={name}>
                    <svg width="12" height="12" aria-hidden="true">
                      <rect width="12" height="12" fill={`url(#${id}-${at})`} stroke={colours[at]} />
                    </svg>
                    {name}
                  </li>
                ))}
              </ul>
            )}
          />
        )}
        {series.map(({ name }, at) => (
          <Bar
            key={name}
            dataKey={({ values }: (typeof rows)[number]) => values[at]}
            name={name}
            fill={`url(#${id}-${at})`}
            stroke={colours[at] ?? ""}
            strokeWidth={1}
            maxBarSize={40}
            {...(stacked && { stackId: "all" })}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Solid, two diagonals, crosses, horizontal lines. */
const shapes = ["", "M-1 1l2-2M0 6l6-6M5 7l2-2", "M-1 5l2 2M0 0l6 6M5-1l2 2", "M0 3h6M3 0v6", "M0 3h6"];

const axisText = { fill: "var(--text-quiet)", fontSize: 11 };
const tooltipStyle = {
  padding: "0.375rem 0.5rem",
  border: "1px solid var(--line)",
  borderRadius: 4,
  background: "var(--surface-raised)",
  color: "var(--text)",
  fontSize: 12,
};
