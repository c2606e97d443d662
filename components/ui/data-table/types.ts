import type { ReactNode } from "react";
import type { ListPage, ListQuery } from "@/components/ui/data-table/use-list";
import type { CsvValue } from "@/lib/platform/client/csv";

export interface Column<Row> {
  /** Also what the API sorts by, where the column is sortable. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** The order of the first click; the largest or latest first where nothing is said. */
  sortFirst?: SortOrder;
  width?: number | string;
  /** For a column of sentences, which would otherwise be as narrow as its longest word. */
  minWidth?: string;
  align?: "left" | "right";
  /** Whether it can be hidden; it can where nothing is said. */
  hideable?: boolean;
  hiddenByDefault?: boolean;
  /** Its value in exports; a column without it is left out of them. */
  csv?: (row: Row) => CsvValue;
  /** The column that names the row. */
  rowHeader?: boolean;
  /** What can be done with the row, which stays in view however far the table is scrolled. */
  actions?: boolean;
}

export type SortOrder = "asc" | "desc";

export interface Sort {
  by: string;
  order: SortOrder;
}

export type Density = "compact" | "comfortable";

export interface SelectionProps {
  ids: ReadonlySet<string>;
  /** How many are meant, where that is more than the rows that were selected. */
  count?: number;
  onChange: (ids: Set<string>) => void;
  /** What can be done with what is selected: buttons. */
  bulkBar?: ReactNode;
}

export interface ExportProps<Row> {
  /** Without its ending. */
  fileName: string;
  /** `fetchPage` of `useList`. */
  fetchPage?: (cursor?: string, signal?: AbortSignal) => Promise<{ rows: Row[]; nextCursor?: string | undefined }>;
  /** Where the service streams the file itself. */
  href?: { csv: string; ndjson: string };
}

export interface DataTableProps<Row> {
  /** Names what this browser remembers of the table: columns and density. */
  name: string;
  /** The caption. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** How a row is called, for its checkbox; the export value of the row header where nothing is said. */
  rowLabel?: (row: Row) => string;
  /** Makes a link of the row header. */
  rowHref?: (row: Row) => string;
  /** Opens a row beside the table; the link stays one for a new tab. */
  onOpen?: (row: Row) => void;
  /** The row that is open. */
  activeId?: string | null;
  /** Told which row the keyboard is on. */
  onActiveChange?: (row: Row) => void;
  query?: ListQuery;
  /** In the place of rows when there is nothing at all. */
  empty: ReactNode;
  /** In the place of rows when filters leave nothing: how many there are, and how to be rid of them. */
  noMatch?: { count: number; onClear: () => void };
  page?: ListPage;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: SelectionProps;
  /** A row where the screen is narrow. Without it the columns stand there one below the other. */
  card?: (row: Row) => ReactNode;
  exportAll?: ExportProps<Row>;
  toolbar?: ReactNode;
}
