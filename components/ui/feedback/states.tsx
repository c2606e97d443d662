"use client";

import { Button, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { rolesWith, feedback as texts } from "@/components/ui/texts";
import { CopyButton } from "@/components/ui/values/copy";
import type { Permission } from "@/lib/platform/core/roles";
import { Skeletons } from "./skeletons";
import styles from "./states.module.css";

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** The name of the content that could not be loaded: "the endpoint". */
  label?: string;
  /** Replaces the title made of the label. */
  title?: string;
  /** At the start of the line, for cards. */
  compact?: boolean;
}

const state = { align: "center", gap: "xs", maw: "32rem", mx: "auto", px: "md", py: 48, ta: "center" } as const;

const inCard = { align: "start", gap: 4, py: "xs" } as const;

/** Replaces content that could not be loaded: what failed, the reason, the request ID and a retry button. */
export function ErrorState({
  error,
  onRetry,
  label,
  title = texts.notLoaded(label),
  compact = false,
}: ErrorStateProps) {
  return (
    <Stack {...(compact ? inCard : state)} role="alert">
      {!compact && <IconAlertTriangle color="var(--bad)" size={28} stroke={1.5} aria-hidden="true" />}
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{errorSentence(error)}</p>
      <RequestId error={error} />
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      )}
    </Stack>
  );
}

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** A link or a button that fills the list. */
  action?: ReactNode;
}

/** Replaces an empty list: its future content, and how to add it. One line within a `Section`. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
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

interface ReadOnlyProps {
  permission: Permission;
  /** Default: "make changes". */
  action?: string;
}

/** Replaces the actions of a page for users without the permission: names the roles that have it. */
export function ReadOnly({ permission, action }: ReadOnlyProps) {
  const roles = rolesWith(permission);
  return <span className="quiet">{texts.readOnly(roles.charAt(0).toLowerCase() + roles.slice(1), action)}</span>;
}

interface QueryStateProps<T> {
  query: UseQueryResult<T>;
  /** The name of the loading content: "the endpoint". */
  label: string;
  /** The expected height, in pixels or in CSS. */
  height?: number | string;
  children: (data: T) => ReactNode;
}

/** Lower content is part of a card. */
const cardHeightMax = 220;

/** The data of a query, a placeholder while it loads, or its error with a retry button. */
export function QueryState<T>({ query, label, height = 320, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    const compact = typeof height === "number" && height <= cardHeightMax;
    return <ErrorState label={label} compact={compact} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Skeletons.Card height={height} label={label} />;
}

/** The ID of a failed request, with a copy button. Empty if there was no response. */
export function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.requestId === null) return null;
  return (
    <span className={styles.requestId}>
      Request <code>{error.requestId}</code>
      <CopyButton value={error.requestId} label="request ID" />
    </span>
  );
}

/** The message for an error. Errors that are not from the API are bugs of the page, whose messages don't help users. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.pageError;
  if (error.code === "rate_limited" && error.retryAfterSeconds !== null) {
    return texts.tooManyRequests(error.retryAfterSeconds);
  }
  const others = error.details.filter(({ message }) => !error.message.includes(message));
  return [error.message, ...others.map(({ path, message }) => `${path} ${message}.`)].slice(0, 4).join(" ");
}
