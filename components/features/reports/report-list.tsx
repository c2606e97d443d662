"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconPlus, IconReportAnalytics } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming, periodColumn } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
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
  const filtering = useFilters(reportFilters);
  const { filters } = filtering;
  const list = useList<Report>({ key: keys.reports.list(filters), path: "/v1/reports", filters });
  const [isCreating, setCreating] = useState(false);
  const create = (
    <May permission="reports:write">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setCreating(true)}>
        New report
      </Button>
    </May>
  );
  return (
    <Page
      title="Reports"
      description="Metrics and tables for a period, linked to the state of the audit chain at generation time."
      actions={create}
    >
      <ListTable
        name="reports"
        label="Reports"
        columns={columns}
        list={list}
        rowHref={({ id }) => `/reports/${id}`}
        rowLabel={({ kind, dateRange }) => `${reportTitles[kind]}, ${dateRange.from.slice(0, 10)}`}
        filtering={filtering}
        filterFields={{
          kind: { label: "Report", options: reportKinds, labelOf: (value) => reportTitles[value] },
          status: { label: "Status", options: reportStatuses, labelOf: labelOf },
        }}
        empty={
          <EmptyState
            icon={<IconReportAnalytics size={28} />}
            title="No reports yet"
            text="Generate a report on audit activity, shadow AI or chain integrity."
            action={create}
          />
        }
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
      />
      <Schedules />
      {isCreating && <ReportDialog onClose={() => setCreating(false)} />}
    </Page>
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
