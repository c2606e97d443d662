import { Path, Rect, Svg } from "@react-pdf/renderer";
import { Fragment, type ReactElement } from "react";
import { type CoverageStatus, coverageStatuses } from "@/lib/domains/evidence/enums";
import { statusBadge } from "@/lib/domains/evidence/pdf/elements";
import { count, shortDate, shortMonth, statusLabels } from "@/lib/domains/evidence/pdf/labels";
import type { FrameworkReport, Statistics } from "@/lib/domains/evidence/schemas-bundle";
import { Area, At, Print, Rule, ticksUpTo } from "@/lib/platform/pdf/elements/drawing";
import type { Tag } from "@/lib/platform/pdf/structure";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** A path of diagonal lines that fill a rectangle without leaving it: a tone that survives any printer. */
export function hatch(x: number, y: number, width: number, height: number, distance = 2.6): string {
  const lines: string[] = [];
  for (let offset = distance / 2; offset < width + height; offset += distance) {
    const startX = Math.min(offset, width);
    const startY = offset - startX;
    const endY = Math.min(offset, height);
    const endX = offset - endY;
    lines.push(`M${round(x + startX)} ${round(y + startY)} L${round(x + endX)} ${round(y + endY)}`);
  }
  return lines.join(" ");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function figure(alt: string): Tag {
  return { type: "Figure", alt: `${alt}.` };
}

interface BarItem {
  label: string;
  value: number;
}

const rowHeight = 14;
const barHeight = 6;
const labelWidth = 84;
const valueWidth = 40;

/** Titles of a list of bars: of its labels and of its numbers. */
interface BarTitles {
  labels: string;
  values: string;
}

const titleHeight = 11;

/** Bars on one scale, below the titles of both axes: each with its label on the left and its number at its end. */
export function barList(set: Typesetter, titles: BarTitles, items: readonly BarItem[], width: number) {
  const highest = Math.max(1, ...items.map(({ value }) => value));
  const room = width - labelWidth - valueWidth;
  const rows = items.map(({ label, value }, index) => ({
    top: titleHeight + index * rowHeight,
    label: set.set(label, type.small, labelWidth - 8, 1),
    value: set.set(count(value), type.small, valueWidth - 6, 1),
    length: value === 0 ? 0 : Math.max(1, (value / highest) * room),
  }));
  const barsHeight = items.length * rowHeight;
  const labels = set.set(titles.labels, type.running, labelWidth - 8, 1);
  const values = set.set(titles.values, type.running, width - labelWidth, 1);
  return {
    height: titleHeight + barsHeight,
    tag: figure(
      `Bar chart. ${titles.values}: ${items.map(({ label, value }) => `${label} ${count(value)}`).join(", ")}`,
    ),
    draw: (): ReactElement => (
      <>
        <Print text={labels} />
        <Print text={values} left={labelWidth} />
        {rows.map(({ top, label, value, length }) => [
          <Print key={`label ${top}`} text={label} top={top + 1} />,
          <Area
            key={top}
            left={labelWidth}
            top={top + (rowHeight - barHeight) / 2}
            width={length}
            height={barHeight}
            tone={color.accent}
          />,
          <Print key={`value ${top}`} text={value} left={labelWidth + length + 6} top={top + 1} />,
        ])}
        <Rule left={labelWidth - 0.75} top={titleHeight} width={0.75} weight={barsHeight} tone={color.rule} />
      </>
    ),
  };
}

const coverageHeight = 22;
const gap = 1.5;

interface BarCell {
  status: CoverageStatus;
  x: number;
  width: number;
}

/** One cell for each counted requirement, by status. */
export function coverageCells(coverage: FrameworkReport["coverage"], width: number): BarCell[] {
  const statuses = coverageStatuses.flatMap((status) =>
    Array<CoverageStatus>(coverage.byStatus[status] ?? 0).fill(status),
  );
  const step = width / Math.max(1, statuses.length);
  return statuses.map((status, index) => ({ status, x: index * step, width: Math.max(1, step - gap) }));
}

/** The bar with its legend, which names every status and its number, zeros too, except for SUPPLIED. */
export function coverageBar(set: Typesetter, coverage: FrameworkReport["coverage"]) {
  const cells = coverageCells(coverage, frame.width + gap);
  const named = coverageStatuses.filter((status) => status !== "SUPPLIED" || coverage.byStatus[status] !== undefined);
  const badges = named.map((status) => ({ status, badge: statusBadge(set, status) }));
  const between = (frame.width - badges.reduce((sum, { badge }) => sum + badge.width, 0)) / badges.length;
  let next = 0;
  const legend = badges.map(({ status, badge }) => {
    const left = next;
    next += badge.width + between;
    return { badge, left, number: set.set(count(coverage.byStatus[status] ?? 0), type.small, 40, 1) };
  });
  const legendTop = coverageHeight + space.medium;
  return {
    height: legendTop + type.smallStrong.leading,
    tag: figure(`Bar. ${named.map((one) => `${statusLabels[one]} ${count(coverage.byStatus[one] ?? 0)}`).join(", ")}`),
    draw: (): ReactElement => (
      <>
        <Svg
          viewBox={`0 0 ${frame.width} ${coverageHeight}`}
          style={{ position: "absolute", width: frame.width, height: coverageHeight }}
        >
          {cells.map((cell) => (
            <CellMark key={cell.x} {...cell} />
          ))}
        </Svg>
        {legend.map(({ badge, number, left }) => (
          <Fragment key={left}>
            {badge.draw(left, legendTop)}
            <Print text={number} left={left + badge.width + 5} top={legendTop} />
          </Fragment>
        ))}
      </>
    ),
  };
}

function CellMark({ status, x, width }: BarCell) {
  const outline = {
    x: x + 0.4,
    y: 0.4,
    width: width - 0.8,
    height: coverageHeight - 0.8,
    fill: "none",
    strokeWidth: 0.8,
  };
  if (status === "ADVERSE") return <Rect x={x} y={0} width={width} height={coverageHeight} fill={color.ink} />;
  if (status === "EVIDENCED") return <Rect x={x} y={0} width={width} height={coverageHeight} fill={color.accent} />;
  if (status === "PARTIAL") {
    return (
      <>
        <Path d={hatch(x, 0, width, coverageHeight)} stroke={color.accent} strokeWidth={0.8} fill="none" />
        <Rect {...outline} stroke={color.accent} />
      </>
    );
  }
  if (status === "NO_EVENTS_IN_PERIOD") return <Rect {...outline} stroke={color.ink} />;
  if (status === "OUT_OF_SCOPE")
    return <Rect x={x} y={coverageHeight / 2 - 0.7} width={width} height={1.4} fill={color.faint} />;
  const lines = [0.35, 0.65].map(
    (part) => `M${x + width * 0.25} ${coverageHeight * part} L${x + width * 0.75} ${coverageHeight * part}`,
  );
  const ink = status === "SUPPLIED" ? color.accent : color.ink;
  return (
    <>
      <Rect {...outline} stroke={ink} />
      <Path d={lines.join(" ")} stroke={ink} strokeWidth={0.8} fill="none" />
    </>
  );
}

interface Bar {
  x: number;
  width: number;
  height: number;
}

interface ChartPlan {
  bars: Bar[];
  /** The centres of bars with alerts. */
  alerts: number[];
  ticks: { y: number; label: string }[];
  dates: { x: number; label: string }[];
}

type Periods = Pick<Statistics, "buckets" | "bucket">;

const barsMax = 130;
const datesMax = 7;
const dateWidth = 60;

/** How many weeks or months one bar shows: more than one if separate bars would not fit. */
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
const axisRow = 11;

/** The titles of the two axes: what one bar counts, and which dates are below the bars. */
function axisTitles({ buckets, bucket }: Periods): [value: string, time: string] {
  const together = bucketsABar(buckets.length);
  const time = bucket === "month" ? "Month" : "Week starting";
  return together === 1
    ? [`Events per ${bucket}`, time]
    : [`Events per ${count(together)} ${bucket}s`, `First ${bucket} of each bar`];
}

/** Events over time as bars, with a triangle under each bar in which there were alerts. */
export function eventsChart(set: Typesetter, periods: Periods, plotHeight: number) {
  const { buckets } = periods;
  const highest = count(Math.max(0, ...buckets.map(({ events }) => events)) * 10 * bucketsABar(buckets.length));
  const axisWidth = Math.ceil(set.widthOf(highest, type.running)) + 4;
  const width = frame.width - axisWidth;
  const { bars, alerts, ticks, dates } = planEvents(periods, width, plotHeight);
  const tickTexts = ticks.map(({ y, label }) => ({ y, text: set.set(label, type.running, axisWidth - 6, 1) }));
  const dateTexts = dates.map(({ x, label }) => ({ x, text: set.set(label, type.running, dateWidth, 1) }));
  const titles = axisTitles(periods);
  const dateOf = periods.bucket === "month" ? shortMonth : shortDate;
  const values = grouped(buckets, bucketsABar(buckets.length))
    .map(({ start, events, alerts }) => `${dateOf(start)}: ${count(events)}${alerts > 0 ? " (with alerts)" : ""}`)
    .join(", ");
  const [valueTitle, timeTitle] = titles.map((title) => set.set(title, type.running, width, 1));
  const plotted = plotHeight + alertRow + dateRow;
  return {
    height: axisRow + plotted + axisRow,
    tag: figure(`Bar chart. ${titles.join(" and ")}: ${values}`),
    draw: (): ReactElement => (
      <>
        {valueTitle && <Print text={valueTitle} left={axisWidth} />}
        <At top={axisRow} width={frame.width} height={plotted}>
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
        </At>
        {timeTitle && <Print text={timeTitle} left={axisWidth} top={axisRow + plotted} align="center" />}
      </>
    ),
  };
}

/** Under the middle of its bar, but inside of the frame. */
function dateLeft(x: number, width: number): number {
  return Math.min(Math.max(x - dateWidth / 2, -dateWidth / 4), width - (dateWidth * 7) / 8);
}
