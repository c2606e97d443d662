"use client";

import { useId } from "react";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { countText, shortCountText } from "@/lib/platform/client/format";
import { axisWidth } from "./chart-data";
import styles from "./charts.module.css";
import { dashesOf, Legend, PatternFills, patternFill } from "./legend";
import type { DrawingProps } from "./time-series";

/** Draws a chart without animation. Series differ by dash or pattern as well as by colour. */
export function RechartsDrawing({ label, model, kind, shortLabel, longLabel }: DrawingProps) {
  const id = useId();
  const { series, rows, ticks } = model;
  const Chart = kind === "line" ? LineChart : BarChart;
  return (
    <div className={styles.drawing}>
      <PatternFills id={id} series={series} />
      <ResponsiveContainer width="100%" height={220}>
        <Chart data={rows} title={label} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} barCategoryGap="24%">
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tickFormatter={shortLabel}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
            tick={axisText}
            minTickGap={16}
          />
          <YAxis
            ticks={ticks}
            domain={[0, ticks.at(-1) ?? 1]}
            tickFormatter={shortCountText}
            tickLine={false}
            axisLine={false}
            tick={axisText}
            width={axisWidth(ticks)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={kind === "line" ? { stroke: "var(--line-strong)" } : { fill: "var(--hover)" }}
            contentStyle={tooltipStyle}
            labelFormatter={(text) => longLabel(String(text))}
            formatter={(value) => countText(typeof value === "number" ? value : null)}
          />
          {series.map(({ key, name, colour, pattern }) =>
            kind === "line" ? (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={colour}
                strokeWidth={2}
                strokeDasharray={dashesOf(pattern)}
                dot={rows.length === 1}
                connectNulls={false}
                isAnimationActive={false}
              />
            ) : (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                fill={patternFill(id, key)}
                stroke={colour}
                strokeWidth={1}
                maxBarSize={40}
                {...(kind === "stacked" && { stackId: "all" })}
                isAnimationActive={false}
              />
            ),
          )}
        </Chart>
      </ResponsiveContainer>
      {series.length > 1 && <Legend id={id} series={series} kind={kind} />}
    </div>
  );
}

const axisText = { fill: "var(--text-quiet)", fontSize: 11 };
const tooltipStyle = {
  padding: "0.375rem 0.5rem",
  border: "1px solid var(--line)",
  borderRadius: 4,
  background: "var(--surface-raised)",
  color: "var(--text)",
  fontSize: 12,
};
