import { Alert } from "@mantine/core";

interface NoticeProps {
  title: string;
  notes: readonly string[];
  /** Shows an error in place of a limitation. */
  isError?: boolean;
}

/** What readers of a record must know about its data. */
export function Notice({ title, notes, isError = false }: NoticeProps) {
  return (
    <Alert color={isError ? "red" : "yellow"} role={isError ? "alert" : "note"} title={title}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Alert>
  );
}
