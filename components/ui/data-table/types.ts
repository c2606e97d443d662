import type { ReactNode } from "react";
import type { ListPage, ListQuery } from "@/components/ui/data-table/use-list";
import type { CsvValue } from "@/lib/platform/client/csv";

export interface Column<Row> {
  /** Also the API's sort key of a sortable column. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** The order after the first click. Default: descending. */
  sortFirst?: SortOrder;
  width?: number | string;
  /** Keeps a column of long text readable. */
  minWidth?: string;
  align?: "left" | "right";
  /** Default: true. */
  hideable?: boolean;
  hiddenByDefault?: boolean;
  /** Shown by default only on screens that are wide enough, from 1 (64em) to 4 (100em). */
  room?: Room;
  /** The value in CSV exports. A column without it is not exported. */
  csv?: (row: Row) => CsvValue;
  /** The text of a cell without a value. Without it, cards leave out empty values. */
  none?: string;
  /** Whether the cell of a row is empty. A column that is empty in all rows is not shown. */
  isEmpty?: (row: Row) => boolean;
  /** The column that names the row. */
  rowHeader?: boolean;
  /**
   * Where cards show the column. `corner`: next to the name of the row. `bare`: without its header, for values that need
   * none. `false`: hidden. Default: after its header. For the row header, `true` shows the cell, with two lines,
   * instead of the name of the row.
   */
  inCards?: boolean | "corner" | "bare";
  /** The column with the row's actions. It stays visible when the table scrolls. `below`: on its own line in cards. */
  actions?: boolean | "below";
}

export type Room = 1 | 2 | 3 | 4;

export type SortOrder = "asc" | "desc";

export interface Sort {
  by: string;
  order: SortOrder;
}

export type Density = "compact" | "comfortable";

export interface SelectionProps {
  ids: ReadonlySet<string>;
  /** The number of selected items, if it differs from the number of selected rows. */
  count?: number;
  onChange: (ids: Set<string>) => void;
  /** Buttons for the selected rows. */
  bulkBar?: ReactNode;
}

export interface ExportProps<Row> {
  /** Without extension. */
  fileName: string;
  /** `fetchPage` of `useList`. */
  fetchPage?: (cursor?: string, signal?: AbortSignal) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>;
  /** The URLs of files that the service streams. */
  href?: { csv: string; ndjson: string };
}

export interface DataTableProps<Row> {
  /** The key of the stored preferences. */
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The heading above each group of consecutive rows. */
  groupOf?: (row: Row) => string;
  /** The name of a row, for its checkbox. Default: the CSV value of the row header. */
  rowLabel?: (row: Row) => string;
  /** The page of a row. */
  rowHref?: (row: Row) => string;
  /** Opens a row without leaving the page. */
  onOpen?: (row: Row) => void;
  /** The opened row. */
  activeId?: string | null;
  /** Called when a row receives the focus. */
  onActiveChange?: (row: Row) => void;
  query?: ListQuery;
  /** Replaces the rows of an empty list. */
  empty: ReactNode;
  /** The number of active filters, to offer clearing them if nothing matches. */
  noMatch?: { count: number; onClear: () => void };
  page?: ListPage;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: SelectionProps;
  /** A row on narrow screens. Default: the columns, as their `inCards` states. */
  card?: (row: Row) => ReactNode;
  /** On narrow screens, shows the first ten cards and a button that shows all. */
  shortensCards?: boolean;
  /** The usual height of a `card` in rem, reserved before hydration. Default: 8. */
  cardHeight?: number;
  exportAll?: ExportProps<Row>;
  toolbar?: ReactNode;
}
