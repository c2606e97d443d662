"use client";

import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import styles from "./preview.module.css";
import { TriageButtons } from "./triage-buttons";
import type { QueueTriage } from "./use-queue-triage";

interface PreviewActionsProps {
  detection: ShadowAiDetection;
  triage: QueueTriage;
}

/** What can be done with the detection beside the list, whatever is selected in it. */
export function PreviewActions({ detection, triage }: PreviewActionsProps) {
  return (
    <div className={styles.actions}>
      <TriageButtons target={{ rows: [detection], all: false }} triage={triage} />
    </div>
  );
}
