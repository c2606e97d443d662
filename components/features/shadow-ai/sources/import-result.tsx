"use client";

import { Modal } from "@mantine/core";
import { KeyValue } from "@/components/ui/values/key-value";
import type { ImportReport, LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { countText } from "@/lib/platform/client/format";
import styles from "../pages.module.css";

interface ImportResultProps {
  report: Pick<ImportReport, "format" | "accepted" | "duplicates" | "rejected" | "errors">;
}

/** The record counts of an import, and the rejected lines. */
export function ImportResult({ report: { format, accepted, duplicates, rejected, errors } }: ImportResultProps) {
  return (
    <>
      <KeyValue
        rows={[
          ["Format", format],
          ["Accepted", countText(accepted)],
          ["Duplicates", countText(duplicates)],
          ["Rejected", countText(rejected)],
        ]}
      />
      {errors.length > 0 && (
        <ul className={styles.errors} aria-label="Rejected lines">
          {errors.map(({ line, message }) => (
            <li key={line}>
              Line {countText(line)}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The result of an earlier import. */
export function ImportDialog({ report, onClose }: { report: LogImport; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} size="lg" title={`Import from ${report.source}`}>
      {report.failureReason && <p role="alert">{report.failureReason}</p>}
      <ImportResult report={report} />
    </Modal>
  );
}
