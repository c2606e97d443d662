import { Alert } from "@mantine/core";

interface NoticeProps {
  title: string;
  notes: readonly string[];
  /** An error instead of a limit. */
  isError?: boolean;
}

/** The limits of the data of a record. */
export function Notice({ title, notes, isError = false }: NoticeProps) {
  return (
    <Alert color={isError ? "red" : "yellow"} role={isError ? "alert" : "note"} title={title}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Alert>
  );
}
