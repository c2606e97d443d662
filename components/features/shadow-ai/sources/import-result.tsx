"use client";

import { Alert, List, Progress } from "@mantine/core";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { Dialog } from "@/components/ui/overlay/dialog";
import { terms } from "@/components/ui/terms";
import { KeyValue } from "@/components/ui/values/key-value";
import { skipReasonTitles } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { ImportReport, LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { countText } from "@/lib/platform/client/format";
import { importResult as texts } from "../texts/sources";

interface ImportResultProps {
  report: Omit<ImportReport, "importId" | "status" | "skipped"> & { skipped: ImportReport["skipped"] | null };
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
          [terms.format, format],
          [texts.lines, countText(lines)],
          [texts.knownOrPossibleAi, countText(counted)],
          [texts.notAi, countText(accepted - counted)],
          [texts.duplicates, countText(duplicates)],
          [terms.rejected, countText(rejected)],
          [texts.skipped, skipped ? countText(skipped.reduce((sum, one) => sum + one.lines, 0)) : texts.notRecorded],
        ]}
      />
      {skipped && skipped.length > 0 && (
        <List mt="sm" aria-label={texts.skippedLines}>
          {skipped.map((one) => (
            <List.Item key={one.reason}>
              {skipReasonTitles[one.reason]}: {countText(one.lines)}
            </List.Item>
          ))}
        </List>
      )}
      {errors.length > 0 && (
        <List mt="sm" mah="16rem" style={{ overflowY: "auto" }} aria-label={texts.rejectedLines}>
          {errors.map(({ line, message }) => (
            <List.Item key={line}>{texts.lineMessage(line, message)}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}

const pollMs = 1_000;

/** An import in the background: its progress, and then its result. */
export function BackgroundImport({ id }: { id: string }) {
  const { data } = useRead<LogImport>(keys.imports.one(id), `/v1/sensors/imports/${id}`, {
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : pollMs),
  });
  if (data?.finishedAt) return <Outcome report={data} />;
  const percent = data?.progressPercent ?? null;
  return (
    <>
      <p role="status">{texts.importing}</p>
      {percent !== null && <Progress value={percent} aria-label={texts.importProgress} />}
      <p>
        {percent !== null && texts.percentImported(percent)}
        {texts.linesRead(data?.lines ?? 0)}
      </p>
    </>
  );
}

function Outcome({ report }: { report: LogImport }) {
  return (
    <>
      {report.failureReason ? <p role="alert">{report.failureReason}</p> : <p role="status">{texts.importComplete}</p>}
      <ImportResult report={report} />
    </>
  );
}

/** The result of an earlier import, or its progress. */
export function ImportDialog({ report, onClose }: { report: LogImport; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} size="lg" title={texts.importFromSource(report.source)}>
      {report.finishedAt ? <Outcome report={report} /> : <BackgroundImport id={report.id} />}
    </Dialog>
  );
}
