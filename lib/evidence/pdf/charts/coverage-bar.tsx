import { Path, Rect, Svg } from "@react-pdf/renderer";
import { Fragment, type ReactElement } from "react";
import { hatch } from "@/lib/evidence/pdf/charts/hatch";
import { statusBadge } from "@/lib/evidence/pdf/elements/status-mark";
import { count } from "@/lib/evidence/pdf/words";
import type { FrameworkReport } from "@/lib/evidence/schemas-bundle";
import { type CoverageStatus, coverageStatuses } from "@/lib/evidence/vocabulary";
import { Print } from "@/lib/pdf/elements/print";
import { color, frame, space, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

const barHeight = 22;
const gap = 1.5;

interface BarCell {
  status: CoverageStatus;
  x: number;
  width: number;
}

/** One cell for each thing that is counted, by status: as many cells as the denominator says. */
export function coverageCells(coverage: FrameworkReport["coverage"], width: number): BarCell[] {
  const statuses = coverageStatuses.flatMap((status) =>
    Array<CoverageStatus>(coverage.byStatus[status] ?? 0).fill(status),
  );
  const step = width / Math.max(1, statuses.length);
  return statuses.map((status, index) => ({ status, x: index * step, width: Math.max(1, step - gap) }));
}

/** The bar with its legend, which names every status and its number, zeros too. */
export function coverageBar(set: Typesetter, coverage: FrameworkReport["coverage"]) {
  const cells = coverageCells(coverage, frame.width + gap);
  const badges = coverageStatuses.map((status) => ({ status, badge: statusBadge(set, status) }));
  const between = (frame.width - badges.reduce((sum, { badge }) => sum + badge.width, 0)) / badges.length;
  let next = 0;
  const legend = badges.map(({ status, badge }) => {
    const left = next;
    next += badge.width + between;
    return { badge, left, number: set.set(count(coverage.byStatus[status] ?? 0), type.small, 40, 1) };
  });
  const legendTop = barHeight + space.medium;
  return {
    height: legendTop + type.smallStrong.leading,
    draw: (): ReactElement => (
      <>
        <Svg
          viewBox={`0 0 ${frame.width} ${barHeight}`}
          style={{ position: "absolute", width: frame.width, height: barHeight }}
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
  const outline = { x: x + 0.4, y: 0.4, width: width - 0.8, height: barHeight - 0.8, fill: "none", strokeWidth: 0.8 };
  if (status === "EVIDENCED") return <Rect x={x} y={0} width={width} height={barHeight} fill={color.accent} />;
  if (status === "PARTIAL") {
    return (
      <>
        <Path d={hatch(x, 0, width, barHeight)} stroke={color.accent} strokeWidth={0.8} fill="none" />
        <Rect {...outline} stroke={color.accent} />
      </>
    );
  }
  if (status === "NO_EVENTS_IN_PERIOD") return <Rect {...outline} stroke={color.ink} />;
  if (status === "OUT_OF_SCOPE")
    return <Rect x={x} y={barHeight / 2 - 0.7} width={width} height={1.4} fill={color.faint} />;
  const lines = [0.35, 0.65].map(
    (part) => `M${x + width * 0.25} ${barHeight * part} L${x + width * 0.75} ${barHeight * part}`,
  );
  return (
    <>
      <Rect {...outline} stroke={color.ink} />
      <Path d={lines.join(" ")} stroke={color.ink} strokeWidth={0.8} fill="none" />
    </>
  );
}
