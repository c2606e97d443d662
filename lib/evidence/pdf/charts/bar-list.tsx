import type { ReactElement } from "react";
import { count } from "@/lib/evidence/pdf/words";
import { Print } from "@/lib/pdf/elements/print";
import { Area, Rule } from "@/lib/pdf/elements/rule";
import { color, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

export interface BarItem {
  label: string;
  value: number;
}

const rowHeight = 14;
const barHeight = 6;
const labelWidth = 84;
const valueWidth = 40;

/** Bars of one scale from one line, each with its name before it and its number behind it. */
export function barList(set: Typesetter, items: readonly BarItem[], width: number) {
  const highest = Math.max(1, ...items.map(({ value }) => value));
  const room = width - labelWidth - valueWidth;
  const rows = items.map(({ label, value }, index) => ({
    top: index * rowHeight,
    label: set.set(label, type.small, labelWidth - 8, 1),
    value: set.set(count(value), type.small, valueWidth - 6, 1),
    length: value === 0 ? 0 : Math.max(1, (value / highest) * room),
  }));
  const height = items.length * rowHeight;
  return {
    height,
    draw: (): ReactElement => (
      <>
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
        <Rule left={labelWidth - 0.75} top={0} width={0.75} weight={height} tone={color.rule} />
      </>
    ),
  };
}
