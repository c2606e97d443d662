"use client";

import { Modal } from "@mantine/core";
import type { LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { ImportResult } from "./import-result";

/** The result of an earlier import. */
export function ImportDialog({ report, onClose }: { report: LogImport; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} size="lg" title={`Import from ${report.source}`}>
      {report.failureReason && <p role="alert">{report.failureReason}</p>}
      <ImportResult report={report} />
    </Modal>
  );
}
