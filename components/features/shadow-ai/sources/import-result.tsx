"use client";

import { Alert, ColorSwatch, Group, List, Progress } from "@mantine/core";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Link } from "@/components/ui/page/link";
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
  const { format, lines, counted, skipped, errors, warning } = report;
  const outcomes = outcomesOf(report);
  return (
    <>
      {warning && (
        <Alert color="yellow" role="alert" mb="sm">
          {warning}
        </Alert>
      )}
      <OutcomeBar outcomes={outcomes} lines={lines} />
      <KeyValue
        rows={[
          [terms.format, format],
          [texts.lines, countText(lines)],
          ...outcomes.map(({ label, count, color }) => {
            const value = (
              <Group key={label} gap="xs">
                <ColorSwatch color={color} size={10} withShadow={false} aria-hidden="true" />
                {count === null ? texts.notRecorded : countText(count)}
              </Group>
            );
            return [label, value] as const;
          }),
        ]}
      />
      {totalOf(outcomes) > lines && <p className="quiet">{texts.severalRecords}</p>}
      {counted > 0 && (
        <p className="quiet">
          {texts.notEveryRecord} {texts.notReported}{" "}
          <Link href="/settings/detection">{texts.viewDetectionSettings}</Link>
        </p>
      )}
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

interface Outcome {
  label: string;
  /** Null if the version that ran the import did not count it. */
  count: number | null;
  color: string;
}

/** Each line or record has exactly one outcome. */
function outcomesOf({ accepted, counted, duplicates, rejected, skipped }: ImportResultProps["report"]): Outcome[] {
  const skippedLines = skipped?.reduce((sum, { lines }) => sum + lines, 0) ?? null;
  return [
    { label: texts.knownOrPossibleAi, count: counted, color: "var(--series-1)" },
    { label: texts.notAi, count: accepted - counted, color: "var(--series-3)" },
    { label: texts.duplicates, count: duplicates, color: "var(--series-4)" },
    { label: terms.rejected, count: rejected, color: "var(--bad)" },
    { label: texts.skipped, count: skippedLines, color: "var(--series-6)" },
  ];
}

function totalOf(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { count }) => sum + (count ?? 0), 0);
}

/** The share of each outcome, only if the outcomes add up to the lines: a line can contain several records. */
function OutcomeBar({ outcomes, lines }: { outcomes: readonly Outcome[]; lines: number }) {
  if (lines === 0 || outcomes.some(({ count }) => count === null) || totalOf(outcomes) !== lines) return null;
  return (
    <Progress.Root mb="sm" aria-hidden="true">
      {outcomes.map(({ label, count, color }) =>
        count ? <Progress.Section key={label} value={(count / lines) * 100} color={color} withAria={false} /> : null,
      )}
    </Progress.Root>
  );
}

const pollMs = 1_000;

/** An import in the background: its progress, and then its result. */
export function BackgroundImport({ id }: { id: string }) {
  const { data } = useRead<LogImport>(keys.imports.one(id), `/v1/sensors/imports/${id}`, {
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : pollMs),
  });
  if (data?.finishedAt) return <FinishedImport report={data} />;
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

function FinishedImport({ report }: { report: LogImport }) {
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
      {report.finishedAt ? <FinishedImport report={report} /> : <BackgroundImport id={report.id} />}
    </Dialog>
  );
}
