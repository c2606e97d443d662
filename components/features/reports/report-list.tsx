"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconReportAnalytics } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming, periodColumn } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { terms } from "@/components/ui/terms";
import { Bytes } from "@/components/ui/values/figures";
import { Labelled } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Period, Time } from "@/components/ui/values/time";
import { nameOfActor } from "@/lib/domains/audit-chain/enums";
import { reportKinds, reportStatuses, reportTitles } from "@/lib/domains/reports/enums";
import type { Report } from "@/lib/domains/reports/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { reportFilters } from "./filters";
import { Schedules } from "./schedules";
import { common, reportList as texts } from "./texts";

const ReportDialog = dynamic(() => import("./report-dialog").then((file) => file.ReportDialog));

const column = columnsOf<Report>();
const columns: Column<Report>[] = [
  column.text("kind", common.report, { cell: ({ kind }) => reportTitles[kind], ...naming }),
  periodColumn,
  column.text("format", terms.format),
  column.text("status", terms.status, { cell: (report) => <Status report={report} /> }),
  {
    id: "size",
    header: terms.size,
    align: "right",
    cell: ({ sizeBytes }) => <Bytes value={sizeBytes} />,
    csv: ({ sizeBytes }) => sizeBytes,
  },
  column.text("by", terms.requestedBy, { of: requesterOf }),
  column.time("createdAt", terms.requested, { format: "relative", hiddenByDefault: true }),
  column.time("generatedAt", terms.generated, { format: "relative" }),
  {
    id: "download",
    header: terms.file,
    cell: ({ kind, format, downloadUrl }) =>
      downloadUrl !== null && (
        <Button
          component="a"
          href={downloadUrl}
          variant="default"
          size="compact-xs"
          leftSection={<IconDownload size={12} aria-hidden="true" />}
          aria-label={texts.downloadAs(reportTitles[kind], format)}
        >
          {texts.download}
        </Button>
      ),
  },
  column.text("id", terms.id, { hiddenByDefault: true }),
];

export function ReportList() {
  return (
    <ListPage<Report, typeof reportFilters>
      title={common.reports}
      description={texts.pageDescription}
      create={{
        label: common.newReport,
        permission: "reports:write",
        dialog: (onClose) => <ReportDialog onClose={onClose} />,
      }}
      name="reports"
      listKey={keys.reports.list}
      path="/v1/reports"
      parsers={reportFilters}
      filterFields={{
        kind: { label: common.report, options: reportKinds, labelOf: (value) => reportTitles[value] },
        status: { label: terms.status, options: reportStatuses, labelOf: labelOf },
      }}
      columns={columns}
      rowLabel={({ kind }) => reportTitles[kind]}
      rowHref={({ id }) => `/reports/${id}`}
      cardHeight={6.4}
      card={(report) => (
        <>
          <div>
            <Period value={report.dateRange} /> · {report.format}
          </div>
          <div>
            <Status report={report} />{" "}
            {report.generatedAt !== null && (
              <Labelled label={terms.generated}>
                <Time value={report.generatedAt} format="relative" />
              </Labelled>
            )}
          </div>
        </>
      )}
      empty={{
        icon: IconReportAnalytics,
        ...texts.empty,
      }}
    >
      <Schedules />
    </ListPage>
  );
}

function Status({ report: { status, progressPercent } }: { report: Report }) {
  return (
    <>
      <StatusBadge kind="report" value={status} />
      {status === "GENERATING" && ` ${progressPercent}%`}
    </>
  );
}

function requesterOf({ requestedBy, scheduleId }: Report): string {
  return scheduleId === null ? nameOfActor(requestedBy) : common.aSchedule;
}
