"use client";

import { useRef, useState } from "react";
import { useMedia } from "@/lib/platform/client/use-environment";
import styles from "./data-table.module.css";
import { shownColumns, usePreferences } from "./preferences";
import { CardList, heightOfCards, TableRows } from "./rows";
import { BulkBar, type Selection, toggle, togglePage, toggleRange } from "./selection";
import { TableFrame, TableHead } from "./table-head";
import { Pager, RefreshBar, TableState, Total } from "./table-states";
import { SortMenuButton, TableTools } from "./table-tools";
import type { DataTableProps } from "./types";
import { useRowKeys } from "./use-row-keys";

export type { Column, DataTableProps } from "./types";

/**
 * A list of the API as a table, or as cards on narrow screens, with sorting, pages, selection, column and density
 * preferences, exports and keyboard navigation.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, rowId, query, page, sort, onSort, selection, exportAll, toolbar } = props;
  const [preferences, setPreferences] = usePreferences(name);
  const [anchor, setAnchor] = useState<string | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const asCards = useMedia("(max-width: 47.99em)");

  const ids = rows.map(rowId);
  const filled = columns.filter(({ isEmpty }) => !isEmpty || !rows.every(isEmpty));
  const shown = shownColumns(filled, preferences);
  const header = columns.find(({ rowHeader }) => rowHeader);
  const rowLabel = props.rowLabel ?? ((row: Row) => String(header?.csv?.(row) ?? rowId(row)));

  function select(change: (selection: Selection) => Selection): void {
    if (!selection) return;
    const next = change({ ids: selection.ids, anchor });
    setAnchor(next.anchor);
    selection.onChange(new Set(next.ids));
  }

  const onSelect = selection
    ? (id: string, range: boolean) => select((now) => (range ? toggleRange(now, id, ids) : toggle(now, id)))
    : undefined;
  useRowKeys({ region, label, canOpen: props.rowHref !== undefined || props.onOpen !== undefined, onSelect });

  const rowsProps = { ...props, rowLabel, columns: shown, selected: selection?.ids, onSelect };
  const hasRows = rows.length > 0;
  const isPart = page !== undefined && (page.hasMore || page.offset > 0);
  // A short list within a page has no tools. Neither has an empty list without filters.
  const isFiltered = props.noMatch !== undefined || (page !== undefined && page.offset > 0);
  const hasFailed = !hasRows && Boolean(query?.error);
  const hasTools =
    (toolbar !== undefined || exportAll !== undefined) && (hasRows || isFiltered || !query || query.data === undefined);

  return (
    <section className={styles.list} aria-label={label} aria-busy={query?.isFetching ?? false}>
      {hasTools && (
        <div className={styles.top}>
          <div className={styles.toolbar}>{toolbar}</div>
          {onSort && !hasFailed && <SortMenuButton columns={columns} sort={sort} onSort={onSort} />}
          {!hasFailed && (
            <TableTools
              columns={filled}
              preferences={preferences}
              onChange={setPreferences}
              exportAll={exportAll}
              total={page?.total}
              asCards={asCards}
            />
          )}
        </div>
      )}
      {selection && <BulkBar selection={selection} onClear={() => selection.onChange(new Set())} />}
      <div ref={region} className={styles.region} data-table-region data-stale={query?.isPlaceholderData || undefined}>
        {hasRows && query?.isFetching && <RefreshBar />}
        {!hasRows && <TableState {...props} />}
        {hasRows && asCards && (
          <CardList {...rowsProps} card={props.card} shortensCards={props.shortensCards} isPart={isPart} />
        )}
        {hasRows && !asCards && (
          <TableFrame label={label} cardsHeight={`${heightOfCards(rows, shown, props)}rem`}>
            <table className={styles.table} data-density={preferences.density}>
              <caption className="visually-hidden">{label}</caption>
              <TableHead
                columns={shown}
                sort={sort}
                onSort={onSort}
                selected={selection?.ids}
                ids={ids}
                onSelectPage={() => select((now) => togglePage(now, ids))}
              />
              <TableRows {...rowsProps} />
            </table>
          </TableFrame>
        )}
      </div>
      {page && isPart && <Pager page={page} label={label} query={query} />}
      {page && hasRows && hasTools && !isPart && <Total page={page} />}
    </section>
  );
}
