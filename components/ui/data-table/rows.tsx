"use client";

import type { MouseEvent, ReactNode } from "react";
import { Link } from "@/components/ui/page/link";
import { KeyValue } from "@/components/ui/values/key-value";
import styles from "./data-table.module.css";
import { Checkbox } from "./selection";
import type { Column } from "./types";

/** What rows need, as lines of a table and as cards. */
export interface RowProps<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rowHref: ((row: Row) => string) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  onActiveChange: ((row: Row) => void) | undefined;
  activeId: string | null;
  selected: ReadonlySet<string> | undefined;
  onSelect: ((id: string, range: boolean) => void) | undefined;
}

interface TableRowsProps<Row> extends RowProps<Row> {
  columns: readonly Column<Row>[];
}

/** The rows of a table. A click anywhere in one opens it; what opens it for everybody else is the link in its header. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { rows, columns, rowId, rowLabel, rowHref, onOpen, onActiveChange, activeId, selected, onSelect } = props;
  const opens = rowHref !== undefined || onOpen !== undefined;
  return (
    <tbody>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <tr
            key={id}
            className={styles.row}
            data-row-id={id}
            data-opens={opens || undefined}
            data-selected={selected?.has(id) || undefined}
            aria-current={id === activeId || undefined}
            tabIndex={-1}
            onClick={opens ? openOnClick : undefined}
            onFocus={onActiveChange && (() => onActiveChange(row))}
          >
            {selected && (
              <td className={styles.select}>
                <Checkbox
                  label={`Select ${rowLabel(row)}`}
                  checked={selected.has(id)}
                  onToggle={(withShift) => onSelect?.(id, withShift)}
                />
              </td>
            )}
            {columns.map((column) =>
              column.rowHeader ? (
                <th key={column.id} scope="row" className={styles.rowHeader} data-align={column.align}>
                  <RowLink href={rowHref?.(row)} onOpen={onOpen && (() => onOpen(row))}>
                    {column.cell(row)}
                  </RowLink>
                </th>
              ) : (
                <td
                  key={column.id}
                  className={styles.cell}
                  data-align={column.align}
                  data-actions={column.actions || undefined}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        );
      })}
    </tbody>
  );
}

interface CardListProps<Row> extends RowProps<Row> {
  label: string;
  card: (row: Row) => ReactNode;
}

/** The rows as cards, for narrow screens. The link in a card is called as its row. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, card, rows, rowId, rowLabel, rowHref, onOpen, onActiveChange, activeId, selected, onSelect } = props;
  const opens = rowHref !== undefined || onOpen !== undefined;
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the link in it opens it by keyboard.
          <li
            key={id}
            className={styles.card}
            data-row-id={id}
            data-opens={opens || undefined}
            data-selected={selected?.has(id) || undefined}
            aria-current={id === activeId || undefined}
            tabIndex={-1}
            onClick={opens ? openOnClick : undefined}
            onFocus={onActiveChange && (() => onActiveChange(row))}
          >
            <div className={styles.cardTop}>
              {selected && (
                <Checkbox
                  label={`Select ${rowLabel(row)}`}
                  checked={selected.has(id)}
                  onToggle={(withShift) => onSelect?.(id, withShift)}
                />
              )}
              <RowLink href={rowHref?.(row)} onOpen={onOpen && (() => onOpen(row))}>
                {rowLabel(row)}
              </RowLink>
            </div>
            {card(row)}
          </li>
        );
      })}
    </ul>
  );
}

interface ColumnsCardProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
}

/** A row on a narrow screen: what its columns say, one below the other, and what can be done with it last. */
export function ColumnsCard<Row>({ columns, row }: ColumnsCardProps<Row>) {
  const facts = columns.filter(({ rowHeader, actions }) => !rowHeader && !actions);
  return (
    <>
      <KeyValue rows={facts.map(({ header, cell }) => [header, cell(row)] as const)} />
      {columns
        .filter(({ actions }) => actions)
        .map(({ id, cell }) => (
          <div key={id} className={styles.cardActions}>
            {cell(row)}
          </div>
        ))}
    </>
  );
}

interface RowLinkProps {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** What opens a row: a link where there is an address, so that a new tab works; a button where there is none. */
export function RowLink({ href, onOpen, children }: RowLinkProps) {
  if (href === undefined) {
    return onOpen ? (
      <button type="button" data-row-link className={styles.rowLink} onClick={onOpen}>
        {children}
      </button>
    ) : (
      children
    );
  }
  return (
    <Link
      href={href}
      data-row-link
      className={styles.rowLink}
      onClick={(event) => {
        if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}

const operated = "a, button, input, label, select, textarea, summary, [tabindex='0'], [role=menuitem]";

/** Opens a row that was clicked beside its link, unless something else in it was, or text of it is being marked. */
export function openOnClick(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(operated)) return;
  if (getSelection()?.isCollapsed === false) return;
  const link = currentTarget.querySelector<HTMLElement>("[data-row-link]");
  link?.dispatchEvent(
    new globalThis.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
    }),
  );
}
