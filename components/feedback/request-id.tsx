"use client";

import { ApiError } from "@/components/api/api-error";
import { CopyButton } from "@/components/values/copy-button";
import styles from "./messages.module.css";

/** The id of a refused request, to copy; nothing where there was no answer. */
export function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <span className={styles.requestId}>
      Request <code>{error.requestId}</code>
      <CopyButton value={error.requestId} label="request id" />
    </span>
  );
}
