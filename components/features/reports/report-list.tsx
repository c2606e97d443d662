"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconReportAnalytics } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming, periodColumn } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { Bytes } from "@/components/ui/values/figures";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Period } from "@/components/ui/values/time";
import { reportKinds, reportStatuses, reportTitles } from "@/lib/domains/reports/enums";
import type { Report } from "@/lib/domains/reports/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { reportFilters } from "./filters";
import { Schedules } from "./schedules";

const ReportDialog = dynamic(() => import("./report-dialog").then((file) => file.ReportDialog));

const column = columnsOf<Report>();
const columns: Column<Report>[] = [
  column.text("kind", "Report", { cell: ({ kind }) => reportTitles[kind], ...naming }),
  periodColumn,
  column.text("format", "Format"),
  column.text("status", "Status", { cell: (report) => <Status report={report} /> }),
  {
    id: "size",
    header: "Size",
    align: "right",
    cell: ({ sizeBytes }) => <Bytes value={sizeBytes} />,
    csv: ({ sizeBytes }) => sizeBytes,
  },
  column.text("by", "Requested by", { of: requesterOf }),
  column.time("createdAt", "Requested", { format: "relative" }),
  {
    id: "download",
    header: "File",
    cell: ({ kind, format, downloadUrl }) =>
      downloadUrl !== null && (
        <Button
          component="a"
          href={downloadUrl}
          variant="default"
          size="compact-xs"
          leftSection={<IconDownload size={12} aria-hidden="true" />}
          aria-label={`Download ${reportTitles[kind]} as ${format}`}
        >
          Download
        </Button>
      ),
  },
  column.text("id", "ID", { hiddenByDefault: true }),
];

export function ReportList() {
  return (
    <ListPage<Report, typeof reportFilters>
      title="Reports"
      description="Metrics and tables for a period. Each report includes the state of the audit chain at the time of generation."
      create={{
        label: "New report",
        permission: "reports:write",
        dialog: (onClose) => <ReportDialog onClose={onClose} />,
      }}
      name="reports"
      listKey={keys.reports.list}
      path="/v1/reports"
      parsers={reportFilters}
      filterFields={{
        kind: { label: "Report", options: reportKinds, labelOf: (value) => reportTitles[value] },
        status: { label: "Status", options: reportStatuses, labelOf: labelOf },
      }}
      columns={columns}
      rowLabel={({ kind, dateRange }) => `${reportTitles[kind]}, ${dateRange.from.slice(0, 10)}`}
      rowHref={({ id }) => `/reports/${id}`}
      card={(report) => (
        <>
          <div>
            <Period value={report.dateRange} format="day" />
          </div>
          <div>
            <Status report={report} /> {report.format}
          </div>
        </>
      )}
      empty={{
        icon: IconReportAnalytics,
        title: "No reports yet",
        text: "Generate a report on audit activity, shadow AI or chain integrity.",
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
  return scheduleId === null ? (requestedBy.displayName ?? requestedBy.id) : "A schedule";
}
