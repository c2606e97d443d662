"use client";

import { Button } from "@mantine/core";
import { table as texts } from "@/components/ui/texts";
import { countText } from "@/lib/platform/client/format";
import styles from "./data-table.module.css";
import type { SelectionProps } from "./types";

export interface Selection {
  ids: ReadonlySet<string>;
  /** The last selected row, where a range starts. */
  anchor: string | null;
}

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Gives all rows from the anchor to this one the state of the anchor. Without an anchor on the page, toggles one row. */
export function toggleRange(selection: Selection, id: string, page: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : page.indexOf(selection.anchor);
  const to = page.indexOf(id);
  if (from < 0 || to < 0 || selection.anchor === null) return toggle(selection, id);
  const selects = selection.ids.has(selection.anchor);
  const next = new Set(selection.ids);
  for (const row of page.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (selects) next.add(row);
    else next.delete(row);
  }
  return { ids: next, anchor: selection.anchor };
}

/** Selects all rows of the page, or deselects them if all are selected. */
export function togglePage({ ids }: Selection, page: readonly string[]): Selection {
  const next = new Set(ids);
  const all = pageState(ids, page) === "all";
  for (const id of page) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return { ids: next, anchor: null };
}

export function pageState(ids: ReadonlySet<string>, page: readonly string[]): "none" | "some" | "all" {
  const selected = page.filter((id) => ids.has(id)).length;
  if (selected === 0) return "none";
  return selected === page.length ? "all" : "some";
}

interface CheckboxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onToggle: (withShift: boolean) => void;
}

/** A native checkbox: a table can have a hundred of them. */
export function Checkbox({ label, checked, indeterminate = false, onToggle }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        className="native-check"
        aria-label={label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = indeterminate;
        }}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

interface BulkBarProps {
  selection: SelectionProps;
  onClear: () => void;
}

/** The number of selected rows, announced to screen readers, and the bulk actions. */
export function BulkBar({ selection: { ids, count = ids.size, bulkBar }, onClear }: BulkBarProps) {
  const some = ids.size > 0;
  return (
    <div className={some ? styles.bulk : styles.noBulk}>
      <span role="status" className={styles.bulkCount}>
        {some && `${countText(count)} selected`}
      </span>
      {some && (
        <>
          {bulkBar}
          <Button variant="subtle" size="xs" onClick={onClear}>
            {texts.clearSelection}
          </Button>
        </>
      )}
    </div>
  );
}
