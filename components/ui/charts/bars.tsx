"use client";

import type { CSSProperties } from "react";
import { Link } from "@/components/ui/page/link";
import { type ColourToken, type Unit, valueText } from "./chart-data";
import { ChartFigure, ChartTable } from "./chart-figure";
import styles from "./charts.module.css";

interface BarsProps {
  title: string;
  /** The id of a heading above that says the title already. */
  titledBy?: string;
  summary: string;
  rows: readonly { label: string; value: number | null; href?: string }[];
  unit?: Unit;
  color?: ColourToken;
  /** What the rows are, for the table: "Provider". */
  rowName?: string;
}

/** Values side by side, as bars with their figures; a label with an address is a link. */
export function Bars({
  title,
  titledBy,
  summary,
  rows,
  unit = "count",
  color = "accent",
  rowName = "Name",
}: BarsProps) {
  const highest = Math.max(0, ...rows.map(({ value }) => value ?? 0));
  const table = (
    <ChartTable
      title={title}
      head={rowName}
      columns={["Value"]}
      rows={rows.map(({ label, value }) => ({ label, values: [valueText(value, unit)] }))}
    />
  );
  return (
    <ChartFigure title={title} titledBy={titledBy} summary={summary} table={table} isEmpty={rows.length === 0}>
      <ul className={styles.bars}>
        {rows.map(({ label, value, href }) => (
          <li key={label} className={styles.barRow}>
            <span className={styles.barLabel}>{href === undefined ? label : <Link href={href}>{label}</Link>}</span>
            <span className={styles.barTrack} aria-hidden="true">
              <span className={styles.bar} style={barStyle(widthOf(value, highest), color)} />
            </span>
            <span className={styles.barValue}>{valueText(value, unit)}</span>
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}

function barStyle(percent: number, color: ColourToken): CSSProperties {
  return { width: `${percent}%`, "--bar": `var(--${color})` } as CSSProperties;
}

/** What is there can be seen, however little it is. */
function widthOf(value: number | null, highest: number): number {
  if (value === null || value <= 0 || highest <= 0) return 0;
  return Math.max((value / highest) * 100, 1);
}
