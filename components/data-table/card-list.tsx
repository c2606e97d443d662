"use client";

import type { ReactNode } from "react";
import { Checkbox } from "./checkbox";
import styles from "./data-table.module.css";
import { openOnClick } from "./open-on-click";
import { RowLink } from "./row-link";
import type { RowProps } from "./row-props";

interface CardListProps<Row> extends RowProps<Row> {
  label: string;
  card: (row: Row) => ReactNode;
}

/** The rows as cards, for narrow screens. The link in a card is called as its row. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, card, rows, rowId, rowLabel, rowHref, onOpen, onActiveChange, activeId, selected, onSelect } = props;
  const opens = rowHref !== undefined || onOpen !== undefined;
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the link in it opens it by keyboard.
          <li
            key={id}
            className={styles.card}
            data-row-id={id}
            data-opens={opens || undefined}
            data-selected={selected?.has(id) || undefined}
            aria-current={id === activeId || undefined}
            tabIndex={-1}
            onClick={opens ? openOnClick : undefined}
            onFocus={onActiveChange && (() => onActiveChange(row))}
          >
            <div className={styles.cardTop}>
              {selected && (
                <Checkbox
                  label={`Select ${rowLabel(row)}`}
                  checked={selected.has(id)}
                  onToggle={(withShift) => onSelect?.(id, withShift)}
                />
              )}
              <RowLink href={rowHref?.(row)} onOpen={onOpen && (() => onOpen(row))}>
                {rowLabel(row)}
              </RowLink>
            </div>
            {card(row)}
          </li>
        );
      })}
    </ul>
  );
}
