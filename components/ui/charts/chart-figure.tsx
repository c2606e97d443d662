"use client";

import { type ReactNode, useId, useState } from "react";
import detail from "@/components/ui/detail/detail.module.css";
import { values as texts } from "@/components/ui/texts";
import styles from "./charts.module.css";

interface ChartFigureProps {
  title: string;
  /** The ID of a heading that already shows the title. */
  titledBy?: string | undefined;
  /** The main finding in one sentence. */
  summary: string;
  isEmpty: boolean;
  /** The name of the rows in the table: "Week", "Provider". */
  rowName: string;
  columns: readonly string[];
  rows: readonly { label: string; values: readonly string[] }[];
  children: ReactNode;
}

/** A chart with its title and summary. The values can also be shown as a table. */
export function ChartFigure({ title, titledBy, summary, isEmpty, children, ...table }: ChartFigureProps) {
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
          <button type="button" className="small-button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            Table
          </button>
        )}
      </figcaption>
      {isEmpty && <p className={styles.nothing}>{texts.noDataInPeriod}</p>}
      {!isEmpty && (asTable ? <ChartTable title={title} {...table} /> : children)}
    </figure>
  );
}

function ChartTable({
  title,
  rowName,
  columns,
  rows,
}: Pick<ChartFigureProps, "title" | "rowName" | "columns" | "rows">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.tableFrame} tabIndex={0} aria-label={`${title}, values`}>
      <table className={detail.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{rowName}</th>
            {columns.map((column) => (
              <th key={column} scope="col" data-numeric>
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
                <td key={columns[index]} data-numeric>
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
