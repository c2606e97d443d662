"use client";

import { Alert, List, Modal } from "@mantine/core";
import { KeyValue } from "@/components/ui/values/key-value";
import { skipReasonTitles } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { ImportReport, LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { countText } from "@/lib/platform/client/format";

interface ImportResultProps {
  report: Omit<ImportReport, "importId" | "skipped"> & { skipped: ImportReport["skipped"] | null };
}

/** The lines of an import by outcome, and the rejected lines. */
export function ImportResult({ report }: ImportResultProps) {
  const { format, lines, accepted, counted, duplicates, rejected, skipped, errors, warning } = report;
  return (
    <>
      {warning && (
        <Alert color="yellow" role="alert" mb="sm">
          {warning}
        </Alert>
      )}
      <KeyValue
        rows={[
          ["Format", format],
          ["Lines", countText(lines)],
          ["Known or possible AI", countText(counted)],
          ["Not AI", countText(accepted - counted)],
          ["Duplicates", countText(duplicates)],
          ["Rejected", countText(rejected)],
          ["Skipped", skipped ? countText(skipped.reduce((sum, one) => sum + one.lines, 0)) : "Not recorded"],
        ]}
      />
      {skipped && skipped.length > 0 && (
        <List mt="sm" aria-label="Skipped lines">
          {skipped.map((one) => (
            <List.Item key={one.reason}>
              {skipReasonTitles[one.reason]}: {countText(one.lines)}
            </List.Item>
          ))}
        </List>
      )}
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
