import { Circle, Line, Path, Rect, Svg } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { statusWords } from "@/lib/evidence/pdf/words";
import type { CoverageStatus } from "@/lib/evidence/vocabulary";
import { Print } from "@/lib/pdf/elements/print";
import { color, type } from "@/lib/pdf/theme";
import type { SetText, Typesetter } from "@/lib/pdf/typeset/typesetter";

const stroke = { stroke: color.ink, strokeWidth: 1.1, fill: "none" } as const;

/** A shape for each status, told apart without colour: full, half, empty, a sheet of paper, a dash. */
const shapes: Readonly<Record<CoverageStatus, () => ReactElement>> = {
  EVIDENCED: () => <Circle cx="5" cy="5" r="4.2" fill={color.accent} />,
  PARTIAL: () => (
    <>
      <Circle cx="5" cy="5" r="3.9" {...stroke} stroke={color.accent} />
      <Path d="M5 1.1 A3.9 3.9 0 0 0 5 8.9 Z" fill={color.accent} />
    </>
  ),
  NO_EVENTS_IN_PERIOD: () => <Circle cx="5" cy="5" r="3.9" {...stroke} />,
  NOT_EVIDENCED_BY_EVENTS: () => (
    <>
      <Rect x="1.6" y="0.9" width="6.8" height="8.2" {...stroke} />
      <Line x1="3.4" y1="3.7" x2="6.6" y2="3.7" {...stroke} strokeWidth={0.8} />
      <Line x1="3.4" y1="5.9" x2="6.6" y2="5.9" {...stroke} strokeWidth={0.8} />
    </>
  ),
  OUT_OF_SCOPE: () => <Line x1="1.2" y1="5" x2="8.8" y2="5" {...stroke} stroke={color.faint} strokeWidth={1.4} />,
};

interface StatusMarkProps {
  status: CoverageStatus;
  left?: number;
  top?: number;
  size?: number;
}

export function StatusMark({ status, left = 0, top = 0, size = 8 }: StatusMarkProps) {
  return (
    <Svg viewBox="0 0 10 10" style={{ position: "absolute", left, top, width: size, height: size }}>
      {shapes[status]()}
    </Svg>
  );
}

/** A status as shape and word. */
export interface StatusBadge {
  width: number;
  height: number;
  draw(left?: number, top?: number): ReactElement;
}

const markSize = 8;
const markGap = 5;

export function statusBadge(set: Typesetter, status: CoverageStatus): StatusBadge {
  const style = type.smallStrong;
  const width = set.widthOf(statusWords[status], style);
  const word: SetText = set.set(statusWords[status], style, width + 4, 1);
  return {
    width: markSize + markGap + width,
    height: style.leading,
    draw: (left = 0, top = 0) => (
      <>
        <StatusMark status={status} left={left} top={top + 1.3} size={markSize} />
        <Print text={word} left={left + markSize + markGap} top={top} />
      </>
    ),
  };
}
