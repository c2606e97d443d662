"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { errorSentence } from "./error-sentence";
import { RequestId } from "./request-id";
import styles from "./states.module.css";

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** What could not be done, as a heading. */
  title?: string;
}

/** In the place of what could not be loaded: why, what support needs, and another try. */
export function ErrorState({ error, onRetry, title = "This could not be loaded" }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle className={styles.bad} size={28} stroke={1.5} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{errorSentence(error)}</p>
      <RequestId error={error} />
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
