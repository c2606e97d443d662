"use client";

import { type ReactNode, useId, useState } from "react";
import styles from "./charts.module.css";

interface ChartFigureProps {
  title: string;
  /** The id of a heading above that says the title already: it is not said again. */
  titledBy?: string | undefined;
  /** What the chart says, in one sentence. */
  summary: string;
  /** The values as a table. */
  table: ReactNode;
  isEmpty: boolean;
  children: ReactNode;
}

/** A chart with its title, its summary, and the same values as a table for who prefers to read them. */
export function ChartFigure({ title, titledBy, summary, table, isEmpty, children }: ChartFigureProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={styles.figure} aria-labelledby={titledBy ?? `${id}-title`} aria-describedby={`${id}-summary`}>
      <figcaption className={styles.caption}>
        <span>
          {titledBy === undefined && (
            <span id={`${id}-title`} className={styles.title}>
              {title}
            </span>
          )}
          <span id={`${id}-summary`} className={styles.summary}>
            {summary}
          </span>
        </span>
        {!isEmpty && (
          <button type="button" className={styles.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            Table
          </button>
        )}
      </figcaption>
      {isEmpty ? <p className={styles.nothing}>No data in this period</p> : asTable ? table : children}
    </figure>
  );
}

interface ChartTableProps {
  title: string;
  /** What the rows are: "Week", "Provider". */
  head: string;
  columns: readonly string[];
  rows: readonly { label: string; values: readonly string[] }[];
}

/** The values of a chart. */
export function ChartTable({ title, head, columns, rows }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard.
    <section className={styles.tableFrame} tabIndex={0} aria-label={`${title}, values`}>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={columns[index]} className={styles.number}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
