"use client";

import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./filters.module.css";

/** A filter that is set, as a chip. */
export interface ActiveFilter {
  /** Tells it from the others: the filter and its value. */
  id: string;
  label: string;
  value: string;
  onRemove: () => void;
}

interface FilterBarProps {
  /** The filters: FilterText, FilterSelect, FilterDates. */
  children: ReactNode;
  active?: readonly ActiveFilter[];
  onClear?: () => void;
  /** Beside the filters: saved views. */
  aside?: ReactNode;
}

/** The filters of a list, and below them those that are set, each with the way to be rid of it. */
export function FilterBar({ children, active = [], onClear, aside }: FilterBarProps) {
  return (
    <search className={styles.bar} aria-label="Filters">
      <div className={styles.filters}>
        {children}
        {aside}
      </div>
      {active.length > 0 && (
        <ul className={styles.chips} aria-label="Active filters">
          {active.map(({ id, label, value, onRemove }) => (
            <li key={id} className={styles.chip}>
              <span>
                {label}: <strong>{value}</strong>
              </span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove ${label}: ${value}`}
                onClick={onRemove}
              >
                <IconX size={12} aria-hidden="true" />
              </button>
            </li>
          ))}
          {onClear && (
            <li>
              <button type="button" className={styles.clear} onClick={onClear}>
                Clear all
              </button>
            </li>
          )}
        </ul>
      )}
    </search>
  );
}
