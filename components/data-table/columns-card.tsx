import { KeyValue } from "@/components/values/key-value";
import styles from "./data-table.module.css";
import type { Column } from "./types";

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
