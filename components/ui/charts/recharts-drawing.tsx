"use client";

import { useId } from "react";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axisWidth, tickText, valueText } from "./chart-data";
import styles from "./charts.module.css";
import { dashesOf, Legend, PatternFills, patternFill } from "./legend";
import type { DrawingProps } from "./time-series";

/** Draws a finished model, at once: nothing moves. Series differ by dash or pattern as well as by colour. */
export function RechartsDrawing({ label, model, kind, unit, height, shortLabel, longLabel }: DrawingProps) {
  const id = useId();
  const { series, rows, ticks } = model;
  const Chart = kind === "line" ? LineChart : BarChart;
  return (
    <div className={styles.drawing}>
      <PatternFills id={id} series={series} />
      <ResponsiveContainer width="100%" height={height}>
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
            tickFormatter={(value: number) => tickText(value, unit)}
            tickLine={false}
            axisLine={false}
            tick={axisText}
            width={axisWidth(ticks.map((value) => tickText(value, unit)))}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={kind === "line" ? { stroke: "var(--line-strong)" } : { fill: "var(--hover)" }}
            contentStyle={tooltipStyle}
            labelFormatter={(text) => longLabel(String(text))}
            formatter={(value) => valueText(typeof value === "number" ? value : null, unit)}
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
