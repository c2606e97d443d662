"use client";

import { statusWord } from "@/components/values/status-words";
import { countText } from "@/lib/client/format";
import type { ShadowAiDetectionList } from "@/lib/shadow-ai/schemas";
import { type StatusChoice, statusChoices } from "../filters";
import styles from "./queue.module.css";

interface StatusStripProps {
  chosen: StatusChoice;
  /** Undefined until it is known. */
  summary: ShadowAiDetectionList["summary"] | undefined;
  onChoose: (status: StatusChoice) => void;
}

/** How many detections there are in each status under the other filters, and which of them the list shows. */
export function StatusStrip({ chosen, summary, onChoose }: StatusStripProps) {
  return (
    <fieldset className={styles.strip}>
      <legend className={styles.hidden}>Status</legend>
      {statusChoices.map((status) => (
        <button
          key={status}
          type="button"
          className={styles.stripItem}
          aria-pressed={status === chosen}
          onClick={() => onChoose(status)}
        >
          <span>{status === "all" ? "All" : statusWord("detection", status)}</span>{" "}
          <span className={styles.stripCount}>{summary ? countText(countOf(status, summary)) : "–"}</span>
        </button>
      ))}
    </fieldset>
  );
}

function countOf(status: StatusChoice, summary: ShadowAiDetectionList["summary"]): number {
  const { open, investigating, resolved, dismissed } = summary;
  const counts: Record<StatusChoice, number> = {
    OPEN: open,
    INVESTIGATING: investigating,
    RESOLVED: resolved,
    DISMISSED: dismissed,
    all: open + investigating + resolved + dismissed,
  };
  return counts[status];
}
