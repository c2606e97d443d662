"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { type OverlayProps, useOverlay } from "@/components/ui/overlay/use-overlay";
import styles from "./filters.module.css";

interface FilterButtonProps extends Pick<ButtonProps, "leftSection" | "rightSection"> {
  label: string;
  /** The selected value, shown after the label. */
  summary: string;
  preload: () => void;
  children: (overlay: OverlayProps) => ReactNode;
}

/** A button with the current value of a filter. Opens the filter's dialog. */
export function FilterButton({ label, summary, preload, children, ...sections }: FilterButtonProps) {
  const { button, overlay } = useOverlay("dialog", preload);
  return (
    <>
      <Button
        {...button}
        {...sections}
        variant="default"
        size="xs"
        className={styles.choice ?? ""}
        data-set={summary !== "" || undefined}
      >
        {label}
        <span className={styles.chosen}>{summary && `: ${summary}`}</span>
      </Button>
      <Suspense>{overlay && children(overlay)}</Suspense>
    </>
  );
}
