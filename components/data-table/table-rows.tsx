"use client";

import { Checkbox } from "./checkbox";
import styles from "./data-table.module.css";
import { openOnClick } from "./open-on-click";
import { RowLink } from "./row-link";
import type { RowProps } from "./row-props";
import type { Column } from "./types";

interface TableRowsProps<Row> extends RowProps<Row> {
  columns: readonly Column<Row>[];
}

/** The rows of a table. A click anywhere in one opens it; what opens it for everybody else is the link in its header. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { rows, columns, rowId, rowLabel, rowHref, onOpen, onActiveChange, activeId, selected, onSelect } = props;
  const opens = rowHref !== undefined || onOpen !== undefined;
  return (
    <tbody>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <tr
            key={id}
            className={styles.row}
            data-row-id={id}
            data-opens={opens || undefined}
            data-selected={selected?.has(id) || undefined}
            aria-current={id === activeId || undefined}
            tabIndex={-1}
            onClick={opens ? openOnClick : undefined}
            onFocus={onActiveChange && (() => onActiveChange(row))}
          >
            {selected && (
              <td className={styles.select}>
                <Checkbox
                  label={`Select ${rowLabel(row)}`}
                  checked={selected.has(id)}
                  onToggle={(withShift) => onSelect?.(id, withShift)}
                />
              </td>
            )}
            {columns.map((column) =>
              column.rowHeader ? (
                <th key={column.id} scope="row" className={styles.rowHeader} data-align={column.align}>
                  <RowLink href={rowHref?.(row)} onOpen={onOpen && (() => onOpen(row))}>
                    {column.cell(row)}
                  </RowLink>
                </th>
              ) : (
                <td
                  key={column.id}
                  className={styles.cell}
                  data-align={column.align}
                  data-actions={column.actions || undefined}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        );
      })}
    </tbody>
  );
}
