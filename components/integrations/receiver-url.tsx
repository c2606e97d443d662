"use client";

import { CopyButton } from "@/components/values/copy-button";
import styles from "./integrations.module.css";

/** The receiver's URL, to be copied. */
export function ReceiverUrl({ url }: { url: string }) {
  return (
    <span className={styles.url}>
      <code>{url}</code>
      <CopyButton value={url} label="receiver URL" />
    </span>
  );
}
