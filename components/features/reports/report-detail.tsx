"use client";

import { Alert, Button, Progress } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Bytes } from "@/components/ui/values/figures";
import { Hash, Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Period, Time } from "@/components/ui/values/time";
import { nameOfActor } from "@/lib/domains/audit-chain/enums";
import { reportTitles } from "@/lib/domains/reports/enums";
import type { Report, ReportDocument } from "@/lib/domains/reports/schemas";
import { ReportTables } from "./report-tables";
import styles from "./reports.module.css";
import { common, reportDetail as texts } from "./texts";

export function ReportDetail({ id }: { id: string }) {
  return (
    <ResourcePage<Report>
      queryKey={keys.reports.one(id)}
      path={`/v1/reports/${id}`}
      kind={{ title: common.report, label: texts.theReport, height: 280 }}
      breadcrumbs={[{ label: common.reports, href: "/reports" }]}
      title={({ kind }) => reportTitles[kind]}
      description={({ status, dateRange }) => (
        <>
          <StatusBadge kind="report" value={status} /> <Period value={dateRange} />
        </>
      )}
      actions={({ downloadUrl, format }) =>
        downloadUrl !== null && (
          <Button
            component="a"
            href={downloadUrl}
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
          >
            {texts.download(format)}
          </Button>
        )
      }
    >
      {(report) => (
        <>
          <div aria-live="polite">
            {report.status === "GENERATING" && (
              <Section title={texts.generatingTheReport} panel>
                <Progress value={report.progressPercent} aria-label={texts.progress(report.progressPercent)} />
              </Section>
            )}
          </div>
          {report.status === "FAILED" && <Failure report={report} />}
          <Columns details={<Facts report={report} />} detailsFirst>
            {report.status === "READY" && <Contents id={id} />}
          </Columns>
        </>
      )}
    </ResourcePage>
  );
}

function Failure({ report: { kind, dateRange, format, failureReason } }: { report: Report }) {
  const router = useRouter();
  const keyOf = useRepeatKey();
  const send = useSend<void, Report>({
    send: () => api.post(`/v1/reports/${kind}`, { dateRange, format }, { idempotencyKey: keyOf({ kind, dateRange }) }),
    invalidates: [keys.reports.all()],
    onSuccess: ({ id }) => router.push(`/reports/${id}`),
  });
  return (
    <Alert color="red" role="alert" title={texts.generationFailed}>
      <p>{failureReason}</p>
      <May permission="reports:write">
        <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {texts.requestItAgain}
        </Button>
      </May>
    </Alert>
  );
}

/** The facts about a report. On narrow screens, they are shown on demand, because the contents follow. */
function Facts({ report }: { report: Report }) {
  const { dateRange, requestedBy, scheduleId, status } = report;
  // Until a report is ready, there is nothing below the details.
  const [opened, setOpened] = useState(status !== "READY");
  const toggle = (
    <Button
      variant="subtle"
      size="compact-xs"
      className={styles.toggle ?? ""}
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    >
      {opened ? texts.hideDetails : texts.showDetails}
    </Button>
  );
  return (
    <Section title={terms.details} action={toggle} panel>
      <div className={styles.details} data-open={opened || undefined}>
        <KeyValue
          rows={[
            [terms.period, <Period key="period" value={dateRange} />],
            [terms.format, report.format],
            [terms.size, report.sizeBytes === null ? null : <Bytes key="size" value={report.sizeBytes} />],
            [terms.requestedBy, scheduleId === null ? nameOfActor(requestedBy) : common.aSchedule],
            [terms.requested, <Time key="requested" value={report.createdAt} />],
            [terms.generated, <Time key="generated" value={report.generatedAt} none={terms.notYet} />],
            [texts.retainedUntil, <Time key="retained" value={report.expiresAt} format="day" />],
            ["SHA-256", report.fileHash && <Hash key="hash" value={report.fileHash} label={texts.fileHash} />],
            [terms.id, <Id key="id" value={report.id} />],
          ]}
        />
      </div>
    </Section>
  );
}

/** The summary and the tables. */
function Contents({ id }: { id: string }) {
  const query = useRead<ReportDocument>(keys.reports.document(id), `/v1/reports/${id}/document`, {
    // A generated report never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data) return <ReportTables document={query.data} />;
  if (!query.error) return <Skeletons.Card height={280} label={texts.theReportContent} />;
  return <ErrorState label={texts.theReportContent} error={query.error} onRetry={() => void query.refetch()} />;
}
