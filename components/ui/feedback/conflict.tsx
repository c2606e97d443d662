"use client";

import { Button, Paper, SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { conflict as texts } from "@/components/ui/dialog-texts";
import { KeyValue } from "@/components/ui/values/key-value";
import styles from "./banners.module.css";

interface ConflictProps {
  /** The fields that differ, as the user entered them. */
  mine: readonly [label: string, value: ReactNode][];
  /** The same fields in the latest version. */
  theirs: readonly [label: string, value: ReactNode][];
  /** Continues on the latest version and keeps the user's changes. */
  onReload: () => void;
}

/** Shows both versions of a record that someone else changed first. */
export function Conflict({ mine, theirs, onReload }: ConflictProps) {
  const sides = [
    [texts.latestVersion, theirs],
    [texts.yourChanges, mine],
  ] as const;
  return (
    <section className={styles.conflict} role="alert" aria-label={texts.label}>
      <p>{texts.text}</p>
      <SimpleGrid minColWidth="14rem" autoFlow="auto-fit" spacing="sm">
        {sides.map(([title, rows]) => (
          <Paper key={title} withBorder p="sm" radius="sm">
            <p>{title}</p>
            <KeyValue rows={rows} />
          </Paper>
        ))}
      </SimpleGrid>
      <Button size="xs" mt="sm" onClick={onReload}>
        {texts.load}
      </Button>
    </section>
  );
}
