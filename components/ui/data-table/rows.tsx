"use client";

import { Fragment, type MouseEvent, type ReactNode } from "react";
import { Link } from "@/components/ui/page/link";
import { table as texts } from "@/components/ui/texts";
import { breakable } from "@/components/ui/values/key-value";
import styles from "./data-table.module.css";
import { Checkbox } from "./selection";
import { useShortened } from "./shortened";
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
  shortensCards?: boolean | undefined;
  /** Whether the list has further pages. */
  isPart?: boolean;
}

const shownFirst = 10;

/** The rows as cards, for narrow screens. */
export function CardList<Row>({ shortensCards, isPart, ...props }: CardListProps<Row>) {
  const { length } = props.rows;
  const { shown, toggle } = useShortened(
    props.rows,
    shortensCards ? shownFirst : length,
    isPart ? texts.showMoreOfPage(length - shownFirst) : undefined,
  );
  return (
    <>
      <Cards {...props} rows={shown} />
      {toggle && <div className={styles.more}>{toggle}</div>}
    </>
  );
}

function Cards<Row>({ label, card, ...props }: Omit<CardListProps<Row>, "shortensCards" | "isPart">) {
  const { columns } = props;
  const named = columns.find(({ rowHeader, inCards }) => rowHeader && inCards && !card);
  const corner = card ? [] : columns.filter(({ inCards }) => inCards === "corner");
  return (
    <ul className="plain-list" aria-label={label}>
      {props.rows.map((row, index) => (
        <Fragment key={props.rowId(row)}>
          {startsGroup(props, index) && <li className={styles.group}>{props.groupOf?.(row)}</li>}
          <li className={styles.card} data-compact={!card || undefined} {...rowAttributes(row, props)}>
            <div className={styles.cardTop}>
              {props.selected && <RowCheckbox {...props} row={row} />}
              <div className={styles.cardName}>
                <RowLink {...props} row={row}>
                  {named ? named.cell(row) : breakable(props.rowLabel(row))}
                </RowLink>
              </div>
              {corner.length > 0 && (
                <div className={styles.corner}>
                  {corner.map((column) => (
                    <Fragment key={column.id}>{column.cell(row)}</Fragment>
                  ))}
                </div>
              )}
            </div>
            {card ? card(row) : <ColumnsCard columns={columns} row={row} />}
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

/** The columns of a row that have a value or a text for its absence, one after another, and the actions. */
function ColumnsCard<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <>
      <div className={styles.cardBody}>
        <dl className={styles.facts}>
          {factsOf(columns, row).map((column) => (
            <div key={column.id}>
              <dt className={column.inCards === "bare" ? "visually-hidden" : undefined}>{column.header}</dt>
              <dd>{breakable(column.cell(row))}</dd>
            </div>
          ))}
        </dl>
        <CardActions at={true} columns={columns} row={row} />
      </div>
      <CardActions at="below" columns={columns} row={row} />
    </>
  );
}

function factsOf<Row>(columns: readonly Column<Row>[], row: Row): Column<Row>[] {
  return columns.filter(
    (column) => !column.rowHeader && !column.actions && isFact(column.inCards) && hasContent(column, row),
  );
}

const isFact = (place: Column<never>["inCards"]) => place !== false && place !== "corner";

function hasContent<Row>({ isEmpty, none, csv }: Column<Row>, row: Row): boolean {
  if (isEmpty) return !isEmpty(row);
  const value = csv?.(row);
  return none !== undefined || (value !== null && value !== "");
}

/** The approximate height of all cards in rem. */
export function heightOfCards<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { card, cardHeight = 8, shortensCards }: Pick<DataTableProps<Row>, "card" | "cardHeight" | "shortensCards">,
): number {
  const top = columns.some(({ rowHeader, inCards }) => rowHeader && inCards) ? 3.4 : 2.5;
  const below = columns.find(({ actions }) => actions === "below");
  const heightOf = (row: Row) => (card ? cardHeight : top + 1.2 * linesOf(columns, row) + (below?.cell(row) ? 2 : 0));
  const shown = shortensCards ? rows.slice(0, shownFirst) : rows;
  const toggle = shown.length < rows.length ? 3.3 : 0;
  return shown.reduce((sum, row) => sum + heightOf(row), toggle);
}

/** The approximate number of characters in a line of facts on a phone. */
const lineLength = 52;

/** The approximate number of lines of facts. A fact that does not fit in the rest of a line starts the next one. */
function linesOf<Row>(columns: readonly Column<Row>[], row: Row): number {
  let [lines, used] = [0, lineLength];
  for (const column of factsOf(columns, row)) {
    const length = lengthOf(column, row);
    if (used + length <= lineLength) used += length;
    else [lines, used] = [lines + Math.ceil(length / lineLength), Math.min(length, lineLength)];
  }
  return lines;
}

/** The approximate length of a fact with the space after it. Times are shorter than in exports. */
function lengthOf<Row>({ inCards, header, csv, none = "" }: Column<Row>, row: Row): number {
  const value = String(csv?.(row) ?? none);
  const shown = /^\d{4}-\d\d-\d\dT/.test(value) ? 12 : value.length;
  return (inCards === "bare" ? 0 : header.length + 1) + shown + 2;
}

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
