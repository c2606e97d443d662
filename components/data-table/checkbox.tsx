"use client";

import styles from "./data-table.module.css";

interface CheckboxProps {
  /** Its name, for those who cannot see which row it is in. */
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onToggle: (withShift: boolean) => void;
}

/** A checkbox of the browser's own: a table has a hundred of them. */
export function Checkbox({ label, checked, indeterminate = false, onToggle }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
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
