"use client";

import { List, Modal } from "@mantine/core";
import { KeyValue } from "@/components/ui/values/key-value";
import type { ImportReport, LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { countText } from "@/lib/platform/client/format";

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
        <List mt="sm" mah="16rem" style={{ overflowY: "auto" }} aria-label="Rejected lines">
          {errors.map(({ line, message }) => (
            <List.Item key={line}>
              Line {countText(line)}: {message}
            </List.Item>
          ))}
        </List>
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
