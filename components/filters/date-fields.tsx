"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { fieldsToPeriod, toFieldValue } from "./date-field-values";
import styles from "./filters.module.css";

interface DateFieldsProps {
  from: string | null;
  to: string | null;
  onApply: (period: { from: string | null; to: string | null }) => void;
}

/** From one moment to another, in the reader's time zone, by the browser's own fields: they know every keyboard and language. */
export function DateFields({ from, to, onApply }: DateFieldsProps) {
  const [first, setFirst] = useState(toFieldValue(from));
  const [last, setLast] = useState(toFieldValue(to));
  const period = fieldsToPeriod(first, last);
  return (
    <form
      className={styles.dates}
      onSubmit={(event) => {
        event.preventDefault();
        if (period.problem === null) onApply(period);
      }}
    >
      <label className={styles.date}>
        From
        <input type="datetime-local" value={first} onChange={(event) => setFirst(event.target.value)} />
      </label>
      <label className={styles.date}>
        To
        <input type="datetime-local" value={last} onChange={(event) => setLast(event.target.value)} />
      </label>
      {period.problem !== null && (
        <p className={styles.problem} role="alert">
          {period.problem}
        </p>
      )}
      <Button type="submit" size="xs" disabled={period.problem !== null || (first === "" && last === "")}>
        Apply
      </Button>
    </form>
  );
}
