"use client";

import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { table as texts } from "@/components/ui/texts";
import styles from "./data-table.module.css";
import { Checkbox, pageState } from "./selection";
import type { Column, Sort } from "./types";

interface TableFrameProps {
  label: string;
  /** The approximate height of the rows as cards, which is reserved on narrow screens until the cards are shown. */
  cardsHeight: string;
  children: ReactNode;
}

/**
 * The scroll container of a table. A table that fits scrolls with the page and its head sticks to the top of the page. A
 * wider table scrolls in the frame, at most as high as the screen, and its head sticks to the frame.
 */
export function TableFrame({ label, cardsHeight, children }: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);

  useEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setOverflows(table.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ "--cards-height": cardsHeight } as CSSProperties}
      data-overflows={overflows || undefined}
      {...(overflows && { tabIndex: 0, role: "region", "aria-label": `${label}, scrollable` })}
    >
      {children}
    </div>
  );
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  selected: ReadonlySet<string> | undefined;
  ids: readonly string[];
  onSelectPage: () => void;
}

/** The column headers and the checkbox that selects the page. */
export function TableHead<Row>({ columns, sort, onSort, selected, ids, onSelectPage }: TableHeadProps<Row>) {
  const state = selected && pageState(selected, ids);
  return (
    <thead className={styles.head}>
      <tr>
        {state && (
          <th scope="col" className={styles.select}>
            <Checkbox
              label={texts.selectPage}
              checked={state === "all"}
              indeterminate={state === "some"}
              onToggle={onSelectPage}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={styles.heading}
            data-align={column.align}
            data-actions={column.actions || undefined}
            data-room={column.room}
            style={{ width: column.width, minWidth: column.minWidth }}
            aria-sort={ariaSort(column, sort)}
          >
            {column.sortable && onSort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SortButtonProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const order = sort?.by === column.id ? sort.order : undefined;
  const Icon = order === undefined ? IconArrowsSort : order === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={styles.sort}
      data-sorted={order !== undefined || undefined}
      onClick={() => onSort(nextSort(column, sort))}
    >
      {column.header}
      <Icon size={13} aria-hidden="true" />
    </button>
  );
}

/** The order after a column is chosen: its first order, or the reverse of the current one. */
export function nextSort(
  { id, sortFirst = "desc" }: Pick<Column<never>, "id" | "sortFirst">,
  sort: Sort | undefined,
): Sort {
  if (sort?.by !== id) return { by: id, order: sortFirst };
  return { by: id, order: sort.order === "asc" ? "desc" : "asc" };
}

function ariaSort<Row>(column: Column<Row>, sort: Sort | undefined): "ascending" | "descending" | "none" | undefined {
  if (!column.sortable) return undefined;
  if (sort?.by !== column.id) return "none";
  return sort.order === "asc" ? "ascending" : "descending";
}
