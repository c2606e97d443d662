import { Path, Rect, Svg } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { count, shortDate, shortMonth } from "@/lib/evidence/pdf/words";
import type { Statistics } from "@/lib/evidence/schemas-bundle";
import { ticksUpTo } from "@/lib/pdf/charts/scale";
import { Print } from "@/lib/pdf/elements/print";
import { Rule } from "@/lib/pdf/elements/rule";
import { color, frame, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

interface Bar {
  x: number;
  width: number;
  height: number;
}

interface ChartPlan {
  bars: Bar[];
  /** Where alerts fell: the middle of their bar. */
  alerts: number[];
  ticks: { y: number; label: string }[];
  dates: { x: number; label: string }[];
}

type Periods = Pick<Statistics, "buckets" | "bucket">;

const barsMax = 130;
const datesMax = 7;
const dateWidth = 60;

/** How many weeks or months a bar stands for: more than one where there are more of them than bars have room. */
export function bucketsABar(buckets: number): number {
  return Math.ceil(buckets / barsMax) || 1;
}

/** Decides everything that is drawn, in points from the upper left corner of the plot. */
export function planEvents({ buckets, bucket }: Periods, width: number, height: number): ChartPlan {
  const dateOf = bucket === "month" ? shortMonth : shortDate;
  const groups = grouped(buckets, bucketsABar(buckets.length));
  const ticks = ticksUpTo(Math.max(0, ...groups.map(({ events }) => events)));
  const top = ticks.at(-1) ?? 1;
  const step = width / Math.max(1, groups.length);
  const wide = Math.min(step * 0.68, 20);
  const middle = (index: number) => (index + 0.5) * step;
  const every = Math.ceil(groups.length / datesMax) || 1;
  return {
    bars: groups.map(({ events }, index) => ({
      x: middle(index) - wide / 2,
      width: wide,
      height: (events / top) * height,
    })),
    alerts: groups.flatMap(({ alerts }, index) => (alerts > 0 ? [middle(index)] : [])),
    ticks: ticks.map((tick) => ({ y: height - (tick / top) * height, label: count(tick) })),
    dates: groups.flatMap(({ start }, index) =>
      index % every === 0 ? [{ x: middle(index), label: dateOf(start) }] : [],
    ),
  };
}

function grouped(buckets: Statistics["buckets"], size: number) {
  const groups: { start: string; events: number; alerts: number }[] = [];
  buckets.forEach(({ start, events, alerts }, index) => {
    const group = index % size === 0 ? undefined : groups.at(-1);
    if (!group) groups.push({ start, events, alerts });
    else {
      group.events += events;
      group.alerts += alerts;
    }
  });
  return groups;
}

const alertRow = 11;
const dateRow = 12;

/** Events over time as bars, with a triangle under each bar in which there were alerts. */
export function eventsChart(set: Typesetter, periods: Periods, plotHeight: number) {
  const { buckets } = periods;
  const highest = count(Math.max(0, ...buckets.map(({ events }) => events)) * 10 * bucketsABar(buckets.length));
  const axisWidth = Math.ceil(set.widthOf(highest, type.running)) + 4;
  const width = frame.width - axisWidth;
  const { bars, alerts, ticks, dates } = planEvents(periods, width, plotHeight);
  const tickTexts = ticks.map(({ y, label }) => ({ y, text: set.set(label, type.running, axisWidth - 6, 1) }));
  const dateTexts = dates.map(({ x, label }) => ({ x, text: set.set(label, type.running, dateWidth, 1) }));
  const height = plotHeight + alertRow + dateRow;
  return {
    height,
    draw: (): ReactElement => (
      <>
        {tickTexts.map(({ y, text }) => [
          <Print key={`text ${y}`} text={text} top={y - 6} align="right" />,
          <Rule key={y} left={axisWidth} top={y} width={width} tone={y === plotHeight ? color.rule : color.line} />,
        ])}
        <Svg
          viewBox={`0 0 ${width} ${plotHeight + alertRow}`}
          style={{ position: "absolute", left: axisWidth, width, height: plotHeight + alertRow }}
        >
          {bars.map((bar) => (
            <Rect
              key={bar.x}
              x={bar.x}
              y={plotHeight - bar.height}
              width={bar.width}
              height={bar.height}
              fill={color.accent}
            />
          ))}
          {alerts.map((x) => (
            <Path key={x} d={`M${x} ${plotHeight + 3} l2.6 5 h-5.2 z`} fill={color.ink} />
          ))}
        </Svg>
        {dateTexts.map(({ x, text }) => (
          <Print
            key={x}
            text={text}
            left={axisWidth + dateLeft(x, width)}
            top={plotHeight + alertRow + 1}
            align="center"
          />
        ))}
      </>
    ),
  };
}

/** Under the middle of its bar, but inside of the frame. */
function dateLeft(x: number, width: number): number {
  return Math.min(Math.max(x - dateWidth / 2, -dateWidth / 4), width - (dateWidth * 7) / 8);
}
