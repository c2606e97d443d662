"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { CopyButton } from "@/components/ui/values/copy";
import { Skeletons } from "./skeletons";
import styles from "./states.module.css";

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** What could not be done, as a heading. */
  title?: string;
}

/** In the place of what could not be loaded: why, what support needs, and another try. */
export function ErrorState({ error, onRetry, title = "Loading failed" }: ErrorStateProps) {
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

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** A link or a button: what to do about it. */
  action?: ReactNode;
}

/** In the place of a list that has nothing in it: what would be here, and how it comes. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {text && <div className={styles.text}>{text}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface QueryStateProps<T> {
  query: UseQueryResult<T>;
  /** What is being loaded: "the endpoint". */
  label: string;
  /** The height of what will be shown, in pixels. */
  height?: number;
  children: (data: T) => ReactNode;
}

/** The answer of a query; before it arrives a placeholder, and an error with another attempt where it failed. */
export function QueryState<T>({ query, label, height = 320, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeletons.Card height={height} label={label} />;
}

/** The id of a refused request, to copy; nothing where there was no answer. */
export function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <span className={styles.requestId}>
      Request <code>{error.requestId}</code>
      <CopyButton value={error.requestId} label="request ID" />
    </span>
  );
}

/** What to tell people of an error. What is no answer of the service is a fault of the page, whose words help nobody. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong on this page. Reload it and try again.";
  if (error.code === "rate_limited" && error.retryAfterSeconds !== null) {
    return `Too many requests. Try again in ${error.retryAfterSeconds} s.`;
  }
  const others = error.details.filter(({ message }) => !error.message.includes(message));
  return [error.message, ...others.map(({ path, message }) => `${path} ${message}.`)].slice(0, 4).join(" ");
}
