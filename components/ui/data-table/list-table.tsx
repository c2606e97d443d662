"use client";

import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countFilters, type FilterValue, useFilters } from "@/components/ui/filters/filters";
import { type FilterFields, ListFilters, type ListFiltersProps } from "@/components/ui/filters/list-filters";
import type { UrlValues, ValuesOf } from "@/components/ui/filters/url-values";
import { useUrl } from "@/components/ui/filters/use-url";
import { DataTable } from "./data-table";
import type { DataTableProps, SortOrder } from "./types";
import { type List, type ListAnswer, type ListPage, useList } from "./use-list";

type Derived = "rows" | "rowId" | "query" | "page";

interface ListTableProps<Row, Filters> extends Omit<DataTableProps<Row>, Derived> {
  /** Without `page`, all rows are shown. */
  list: Pick<List<Row, ListAnswer<Row>>, "rows" | "query" | "fetchPage"> & { page?: ListPage };
  /** Default: the rows of the list. */
  rows?: readonly Row[];
  /** Default: the member `id`. */
  rowId?: (row: Row) => string;
  /** The name of exported files without extension. Default: the name of the table. */
  fileName?: string;
  exports?: boolean;
  /** The result of `useFilters`. */
  filtering?: Omit<ListFiltersProps<Filters>, "fields">;
  filterFields?: FilterFields<Filters>;
}

/** A `DataTable` of a list with filters, pages and export. */
export function ListTable<Row, Filters extends { [Name in keyof Filters]: FilterValue } = object>({
  list,
  fileName,
  exports = true,
  filtering,
  filterFields,
  ...props
}: ListTableProps<Row, Filters>) {
  const count = filtering ? countFilters(filtering.filters) : 0;
  return (
    <DataTable<Row>
      rows={list.rows}
      rowId={idOf}
      query={list.query}
      {...(list.page && { page: list.page })}
      {...(exports && { exportAll: { fileName: fileName ?? props.name, fetchPage: list.fetchPage } })}
      {...(filtering && filterFields && { toolbar: <ListFilters {...filtering} fields={filterFields} /> })}
      {...(filtering && count > 0 && { noMatch: { count, onClear: filtering.clear } })}
      {...props}
    />
  );
}

const noFilters = {};

function idOf(row: unknown): string {
  return (row as { id: string }).id;
}

export interface ResourceTableProps<Row, Parsers extends UrlValues>
  extends Omit<ListTableProps<Row, ValuesOf<Parsers>>, "list" | "rows" | "filtering" | "filterFields"> {
  /** The key of the first page under its filters, such as `keys.models.list`. */
  listKey: (filters: object) => QueryKey;
  path: string;
  /** Filters that the user cannot change. */
  fixed?: object;
  /** Shows only so many rows, without export. */
  shown?: number;
  /** Precedes the list: a note on the shown rows. `areAll`: without filters and other pages. */
  noteOn?: (rows: readonly Row[], areAll: boolean) => ReactNode;
  /** The filters in the URL. */
  parsers?: Parsers;
  filterFields?: FilterFields<ValuesOf<Parsers>>;
  /** `sort` and `order` in the URL. Without them, the list has the default order of the API. */
  sorting?: UrlValues;
}

/** A list of the API under the filters of the URL. */
export function ResourceTable<Row, Parsers extends UrlValues = Record<never, never>>({
  listKey,
  path,
  fixed,
  shown,
  noteOn,
  parsers,
  sorting,
  ...props
}: ResourceTableProps<Row, Parsers>) {
  const filtering = useFilters(parsers ?? (noFilters as Parsers));
  const [order, setOrder] = useUrl<UrlValues>(sorting ?? noFilters);
  const filters = { ...filtering.filters, ...order, ...fixed };
  const list = useList<Row>({
    key: listKey(shown === undefined ? filters : { ...filters, limit: shown }),
    path,
    filters,
    ...(shown !== undefined && { limit: shown }),
  });
  const isCurrent = !list.query.isPlaceholderData && countFilters(filters) === 0;
  const areAll = isCurrent && list.rows.length === list.page.total;
  return (
    <>
      {noteOn?.(list.rows, areAll)}
      <ListTable<Row, ValuesOf<Parsers>>
        {...props}
        list={list}
        filtering={filtering}
        exports={shown === undefined}
        {...(sorting && {
          sort: { by: String(order.sort), order: order.order as SortOrder },
          onSort: ({ by, order }) => setOrder({ sort: by, order }, "push"),
        })}
      />
    </>
  );
}
