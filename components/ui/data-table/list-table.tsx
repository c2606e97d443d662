"use client";

import { countFilters, type FilterValue } from "@/components/ui/filters/filters";
import { type FilterFields, ListFilters, type ListFiltersProps } from "@/components/ui/filters/list-filters";
import { DataTable } from "./data-table";
import type { DataTableProps } from "./types";
import type { List, ListAnswer } from "./use-list";

type Derived = "rows" | "rowId" | "query" | "page";

interface ListTableProps<Row, Filters> extends Omit<DataTableProps<Row>, Derived> {
  list: Pick<List<Row, ListAnswer<Row>>, "rows" | "query" | "page" | "fetchPage">;
  /** The rows of the list where nothing is said. */
  rows?: readonly Row[];
  /** The member `id` where nothing is said. */
  rowId?: (row: Row) => string;
  /** The name of exported files without its ending; that of the table where nothing is said. */
  fileName?: string;
  /** Whether rows can be exported. */
  exports?: boolean;
  /** What `useFilters` answers. */
  filtering?: Omit<ListFiltersProps<Filters>, "fields">;
  /** The filters above the table, in their order. */
  filterFields?: FilterFields<Filters>;
}

/** A list of the API with its filters, pages and export. */
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
      page={list.page}
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
