"use client";

import { Link } from "@/components/ui/page/link";
import { countText } from "@/lib/platform/client/format";
import { ChartFigure } from "./chart-figure";
import styles from "./charts.module.css";

interface BarsProps {
  title: string;
  titledBy?: string;
  summary: string;
  rows: readonly { label: string; value: number; href?: string }[];
  /** The name of the rows in the table: "Provider". */
  rowName: string;
}

/** Horizontal bars with their values. */
export function Bars({ title, titledBy, summary, rows, rowName }: BarsProps) {
  const highest = Math.max(0, ...rows.map(({ value }) => value));
  return (
    <ChartFigure
      title={title}
      titledBy={titledBy}
      summary={summary}
      isEmpty={rows.length === 0}
      rowName={rowName}
      columns={["Value"]}
      rows={rows.map(({ label, value }) => ({ label, values: [countText(value)] }))}
    >
      <ul className={styles.bars}>
        {rows.map(({ label, value, href }) => (
          <li key={label} className={styles.barRow}>
            <span className={styles.barLabel}>{href === undefined ? label : <Link href={href}>{label}</Link>}</span>
            <span className={styles.barTrack} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${percentOf(value, highest)}%` }} />
            </span>
            <span className={styles.barValue}>{countText(value)}</span>
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}

/** At least 1 % for values above zero, so that small values stay visible. */
function percentOf(value: number, highest: number): number {
  return value <= 0 ? 0 : Math.max((value / highest) * 100, 1);
}
