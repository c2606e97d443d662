import { Rect, Svg } from "@react-pdf/renderer";
import { seriesOf } from "@/lib/domains/reports/enums";
import type { Table } from "@/lib/domains/reports/schemas";
import { Area, Print, Rule, ticksUpTo } from "@/lib/platform/pdf/elements/drawing";
import type { Block } from "@/lib/platform/pdf/flow";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** Distinguishable also in greyscale print. */
const tones = ["#c3cfec", "#7d96d4", color.accent, color.ink] as const;

const plotHeight = 110;
const legendRow = 16;
const dateRow = 14;
const axisWidth = 34;
const datesMax = 8;
const dateWidth = 56;

/** A table over time as columns, stacked or side by side, with a legend. */
export function dayChart(set: Typesetter, table: Table): Block {
  const { series, isStacked } = seriesOf(table.columns);
  const rows = table.rows.map((cells) => series.map(({ at }) => Number(cells[at] ?? 0)));
  const heights = rows.map((values) =>
    isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values),
  );
  const highest = Math.max(0, ...heights);
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) ?? 1;
  const width = frame.width - axisWidth;
  const step = width / Math.max(1, rows.length);
  const wide = Math.min(step * 0.7, isStacked ? 22 : 64);
  const barWide = isStacked ? wide : wide / series.length;
  const every = Math.ceil(rows.length / datesMax) || 1;
  const dates = table.rows.flatMap((cells, i) =>
    i % every === 0 ? [{ x: (i + 0.5) * step, text: set.set(String(cells[0]), type.running, dateWidth, 1) }] : [],
  );
  const legend = series.map(({ column }) => set.set(column.label, type.small, 100, 1));
  const tickTexts = ticks.map((tick) => ({
    y: plotHeight - (tick / top) * plotHeight,
    text: set.set(tick.toLocaleString("en-GB"), type.running, axisWidth - 6, 1),
  }));
  return {
    height: legendRow + plotHeight + dateRow,
    tag: { type: "Figure", alt: `Column chart of the data in the following table, \u201c${table.title}\u201d.` },
    gap: space.medium,
    draw: () => (
      <>
        {legend.map((text, i) => [
          <Area
            key={`tone ${series[i]?.column.key}`}
            left={axisWidth + i * 84}
            top={3}
            width={7}
            height={7}
            tone={tones[i] ?? color.ink}
          />,
          <Print key={series[i]?.column.key} text={text} left={axisWidth + i * 84 + 12} top={1} />,
        ])}
        {tickTexts.map(({ y, text }) => [
          <Print key={`text ${y}`} text={text} top={legendRow + y - 6} align="right" />,
          <Rule
            key={y}
            left={axisWidth}
            top={legendRow + y}
            width={width}
            tone={y === plotHeight ? color.rule : color.line}
          />,
        ])}
        <Svg
          viewBox={`0 0 ${width} ${plotHeight}`}
          style={{ position: "absolute", left: axisWidth, top: legendRow, width, height: plotHeight }}
        >
          {rows.flatMap((values, i) => {
            let below = 0;
            return values.map((value, at) => {
              const height = (value / top) * plotHeight;
              below += height;
              const x = (i + 0.5) * step - wide / 2 + (isStacked ? 0 : at * barWide);
              if (value === 0) return null;
              return (
                <Rect
                  key={`${x} ${series[at]?.column.key}`}
                  x={x}
                  y={plotHeight - (isStacked ? below : height)}
                  width={barWide}
                  height={height}
                  fill={tones[at] ?? color.ink}
                />
              );
            });
          })}
        </Svg>
        {dates.map(({ x, text }) => (
          <Print
            key={x}
            text={text}
            left={axisWidth + Math.min(Math.max(x - dateWidth / 2, -dateWidth / 4), width - dateWidth * 0.9)}
            top={legendRow + plotHeight + 4}
            align="center"
          />
        ))}
      </>
    ),
  };
}
