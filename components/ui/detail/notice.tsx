import { Alert, type AlertProps } from "@mantine/core";
import type { ReactNode } from "react";

export interface NoticeProps extends Pick<AlertProps, "mt" | "mb"> {
  title: string;
  notes: readonly string[];
  /** An error instead of a limit. */
  isError?: boolean;
  /** Follows the notes. */
  children?: ReactNode;
}

/** The limits of the data of a record or of the service. */
export function Notice({ title, notes, isError = false, children, ...space }: NoticeProps) {
  return (
    <Alert color={isError ? "red" : "yellow"} role={isError ? "alert" : "note"} title={title} {...space}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {children}
    </Alert>
  );
}
