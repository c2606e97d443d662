"use client";

import { lazy, Suspense } from "react";
import { useHydrated } from "@/lib/platform/client/use-environment";
import { showHidden } from "@/lib/platform/core/visible-text";
import styles from "./json-view.module.css";

const JsonTree = lazy(async () => ({ default: (await import("./json-tree")).JsonTree }));

interface JsonViewProps {
  value: unknown;
  /** The accessible name: "Payload". */
  label?: string;
  /** The number of levels expanded initially. */
  openLevels?: number;
}

/** A collapsible JSON tree, or plain text until its code is loaded. */
export function JsonView({ value, label = "JSON", openLevels = 2 }: JsonViewProps) {
  const plain = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.plain} tabIndex={0} aria-label={`${label}, as text`}>
      <pre>{showHidden(JSON.stringify(value, null, 2) ?? "null")}</pre>
    </section>
  );
  if (!useHydrated()) return plain;
  return (
    <Suspense fallback={plain}>
      <JsonTree value={value} label={label} openLevels={openLevels} />
    </Suspense>
  );
}
