"use client";

import { Fragment, type MouseEvent, type ReactNode } from "react";
import { Link } from "@/components/ui/page/link";
import { breakable } from "@/components/ui/values/key-value";
import styles from "./data-table.module.css";
import { Checkbox } from "./selection";
import type { Column, DataTableProps } from "./types";

type SharedProps = "rows" | "rowId" | "groupOf" | "rowHref" | "onOpen" | "onActiveChange" | "activeId";

/** The props that table rows and cards share. */
export interface RowsProps<Row> extends Pick<DataTableProps<Row>, SharedProps> {
  rowLabel: (row: Row) => string;
  columns: readonly Column<Row>[];
  selected: ReadonlySet<string> | undefined;
  onSelect: ((id: string, range: boolean) => void) | undefined;
}

/** A click on a row opens it. For keyboard and screen reader users, the link in its header does. */
export function TableRows<Row>(props: RowsProps<Row>) {
  return (
    <tbody>
      {props.rows.map((row, index) => (
        <Fragment key={props.rowId(row)}>
          {startsGroup(props, index) && (
            <tr>
              <th scope="rowgroup" colSpan={props.columns.length + (props.selected ? 1 : 0)} className={styles.group}>
                {props.groupOf?.(row)}
              </th>
            </tr>
          )}
          <tr className={styles.row} {...rowAttributes(row, props)}>
            {props.selected && (
              <td className={styles.select}>
                <RowCheckbox {...props} row={row} />
              </td>
            )}
            {props.columns.map((column) =>
              column.rowHeader ? (
                <th key={column.id} scope="row" className={styles.rowHeader} data-align={column.align}>
                  <RowLink {...props} row={row}>
                    {column.cell(row)}
                  </RowLink>
                </th>
              ) : (
                <td
                  key={column.id}
                  className={styles.cell}
                  data-align={column.align}
                  data-actions={column.actions || undefined}
                  data-room={column.room}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        </Fragment>
      ))}
    </tbody>
  );
}

interface CardListProps<Row> extends RowsProps<Row> {
  label: string;
  card: ((row: Row) => ReactNode) | undefined;
}

/** The rows as cards, for narrow screens. */
export function CardList<Row>({ label, card, ...props }: CardListProps<Row>) {
  const named = props.columns.find(({ rowHeader, inCards }) => rowHeader && inCards && !card);
  return (
    <ul className="plain-list" aria-label={label}>
      {props.rows.map((row, index) => (
        <Fragment key={props.rowId(row)}>
          {startsGroup(props, index) && <li className={styles.group}>{props.groupOf?.(row)}</li>}
          <li className={styles.card} {...rowAttributes(row, props)}>
            <div className={styles.cardTop}>
              {props.selected && <RowCheckbox {...props} row={row} />}
              <RowLink {...props} row={row}>
                {named ? named.cell(row) : breakable(props.rowLabel(row))}
              </RowLink>
              {!card && <CardActions at={true} columns={props.columns} row={row} />}
            </div>
            {card ? card(row) : <ColumnsCard columns={props.columns} row={row} />}
            {!card && <CardActions at="below" columns={props.columns} row={row} />}
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

function startsGroup<Row>({ rows, groupOf }: Pick<RowsProps<Row>, "rows" | "groupOf">, index: number): boolean {
  const [row, previous] = [rows[index], rows[index - 1]];
  return groupOf !== undefined && row !== undefined && (!previous || groupOf(previous) !== groupOf(row));
}

interface CardActionsProps<Row> {
  at: Column<Row>["actions"];
  columns: readonly Column<Row>[];
  row: Row;
}

function CardActions<Row>({ at, columns, row }: CardActionsProps<Row>) {
  const column = columns.find(({ actions }) => actions === at);
  const content = column?.cell(row);
  return content ? (
    <div className={styles.cardActions} data-at={at}>
      {content}
    </div>
  ) : null;
}

function rowAttributes<Row>(row: Row, props: RowsProps<Row>) {
  const { rowId, rowHref, onOpen, onActiveChange, activeId, selected } = props;
  const id = rowId(row);
  const opens = rowHref !== undefined || onOpen !== undefined;
  return {
    "data-row-id": id,
    "data-opens": opens || undefined,
    "data-selected": selected?.has(id) || undefined,
    "aria-current": id === activeId || undefined,
    tabIndex: -1,
    onClick: opens ? openOnClick : undefined,
    onFocus: onActiveChange && (() => onActiveChange(row)),
  };
}

function RowCheckbox<Row>({ row, rowId, rowLabel, selected, onSelect }: RowsProps<Row> & { row: Row }) {
  const id = rowId(row);
  return (
    <Checkbox
      label={`Select ${rowLabel(row)}`}
      checked={selected?.has(id) ?? false}
      onToggle={(withShift) => onSelect?.(id, withShift)}
    />
  );
}

/** The columns of a row that have a value or a text for its absence, in two columns. */
function ColumnsCard<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl className={styles.facts}>
      {factsOf(columns, row).map((column) => (
        <div key={column.id} data-wide={isWide(column, row) || undefined}>
          <dt>{column.header}</dt>
          <dd>{breakable(column.cell(row))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether a value needs both columns of a card. A column is at least 9rem wide, and ISO times have 24 characters. */
function isWide<Row>({ minWidth = "0", csv }: Column<Row>, row: Row): boolean {
  return Number.parseFloat(minWidth) > 9 || String(csv?.(row) ?? "").length > 24;
}

function factsOf<Row>(columns: readonly Column<Row>[], row: Row): Column<Row>[] {
  return columns.filter(
    ({ rowHeader, actions, csv, none }) => !rowHeader && !actions && (none !== undefined || !isEmpty(csv?.(row))),
  );
}

/** The approximate height of all cards in rem. */
export function heightOfCards<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { card, cardHeight = 8 }: Pick<DataTableProps<Row>, "card" | "cardHeight">,
): number {
  const top = columns.some(({ inCards }) => inCards) ? 4.1 : 3.1;
  const below = columns.find(({ actions }) => actions === "below");
  const heightOf = (row: Row) =>
    card ? cardHeight : top + 2.35 * linesOf(columns, row) + (below?.cell(row) ? 3.1 : 0);
  return rows.reduce((sum, row) => sum + heightOf(row), 0);
}

/** The number of lines in a card. A line contains two values, or one wide value. */
function linesOf<Row>(columns: readonly Column<Row>[], row: Row): number {
  let halves = 0;
  for (const column of factsOf(columns, row)) halves = isWide(column, row) ? 2 * Math.ceil(halves / 2) + 2 : halves + 1;
  return Math.ceil(halves / 2);
}

const isEmpty = (value: unknown) => value === null || value === "";

interface RowLinkProps<Row> extends Pick<RowsProps<Row>, "rowHref" | "onOpen"> {
  row: Row;
  children: ReactNode;
}

/** A link if the row has a page, so that it can be opened in a new tab; otherwise a button. */
function RowLink<Row>({ row, rowHref, onOpen, children }: RowLinkProps<Row>) {
  if (!rowHref) {
    return onOpen ? (
      <button type="button" data-row-link className={styles.rowLink} onClick={() => onOpen(row)}>
        {children}
      </button>
    ) : (
      children
    );
  }
  return (
    <Link
      href={rowHref(row)}
      data-row-link
      className={styles.rowLink}
      onClick={(event) => {
        if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen(row);
      }}
    >
      {children}
    </Link>
  );
}

const interactive = "a, button, input, label, select, textarea, summary, [role=menuitem]";

/** Opens a clicked row, unless an interactive element in it was clicked or text is being selected. */
function openOnClick(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(interactive)) return;
  if (getSelection()?.isCollapsed === false) return;
  const click = new globalThis.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.querySelector<HTMLElement>("[data-row-link]")?.dispatchEvent(click);
}
