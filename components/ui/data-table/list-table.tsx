"use client";

import { countFilters, type FilterValue } from "@/components/ui/filters/filters";
import { type FilterFields, ListFilters, type ListFiltersProps } from "@/components/ui/filters/list-filters";
import { DataTable } from "./data-table";
import type { DataTableProps } from "./types";
import type { List, ListAnswer, ListPage } from "./use-list";

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

function idOf(row: unknown): string {
  return (row as { id: string }).id;
}
