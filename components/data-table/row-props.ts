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
