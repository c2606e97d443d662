"use client";

import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { filters as texts } from "@/components/ui/texts";
import styles from "./filters.module.css";

/** An active filter, shown as a chip. */
export interface ActiveFilter {
  id: string;
  label: string;
  value: string;
  onRemove: () => void;
}

interface FilterBarProps {
  children: ReactNode;
  active?: readonly ActiveFilter[];
  onClear?: () => void;
  /** Content next to the filters, such as saved views. */
  aside?: ReactNode;
}

/**
 * The filters of a list, and the active ones as chips. On narrow screens, a button shows the filters other than the
 * main text.
 */
export function FilterBar({ children, active = [], onClear, aside }: FilterBarProps) {
  const [opened, setOpened] = useState(false);
  return (
    <search className={styles.filters} aria-label="Filters">
      <div className={styles.bar} data-open={opened || undefined}>
        <Button
          variant="default"
          size="xs"
          className={styles.toggle ?? ""}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {texts.filters(active.length)}
        </Button>
        {children}
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {active.length > 0 && (
        <ul className={`${styles.active} plain-list`} aria-label={texts.active}>
          {active.map(({ id, label, value, onRemove }) => (
            <li key={id} className={styles.chip}>
              <span>
                {label}: <strong>{value}</strong>
              </span>
              <button type="button" className="icon-button" aria-label={`Remove ${label}: ${value}`} onClick={onRemove}>
                <IconX size={12} aria-hidden="true" />
              </button>
            </li>
          ))}
          {onClear && (
            <li>
              <button type="button" className="text-button" onClick={onClear}>
                {texts.clearAll}
              </button>
            </li>
          )}
        </ul>
      )}
    </search>
  );
}
