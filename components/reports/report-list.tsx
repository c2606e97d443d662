"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconPlus, IconReportAnalytics } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { Bytes } from "@/components/values/figures";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { Report } from "@/lib/reports/schemas";
import { reportKinds, reportStatuses, reportTitles } from "@/lib/reports/vocabulary";
import { reportFilters } from "./filters";
import { Schedules } from "./schedules";

const ReportDialog = dynamic(() => import("./report-dialog").then((file) => file.ReportDialog));

const columns: Column<Report>[] = [
  {
    id: "kind",
    header: "Report",
    rowHeader: true,
    hideable: false,
    cell: ({ kind }) => reportTitles[kind],
    csv: ({ kind }) => kind,
  },
  {
    id: "period",
    header: "Period",
    cell: ({ dateRange }) => (
      <>
        <Time value={dateRange.from} format="day" /> to <Time value={dateRange.to} format="day" />
      </>
    ),
    csv: ({ dateRange }) => `${dateRange.from}/${dateRange.to}`,
  },
  { id: "format", header: "Format", cell: ({ format }) => format, csv: ({ format }) => format },
  {
    id: "status",
    header: "Status",
    cell: (report) => <Status report={report} />,
    csv: ({ status }) => status,
  },
  {
    id: "size",
    header: "Size",
    align: "right",
    cell: ({ sizeBytes }) => <Bytes value={sizeBytes} />,
    csv: ({ sizeBytes }) => sizeBytes,
  },
  { id: "by", header: "Asked by", cell: (report) => askedBy(report), csv: (report) => askedBy(report) },
  {
    id: "createdAt",
    header: "Asked",
    cell: ({ createdAt }) => <Time value={createdAt} format="relative" />,
    csv: ({ createdAt }) => createdAt,
  },
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
  { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

/** The organisation's reports, newest first, and the schedules that ask for them. */
export function ReportList() {
  const { filters, set, clear } = useFilters(reportFilters);
  const list = useList<Report>({ key: keys.reports.list(filters), path: "/v1/reports", filters });
  const [isAsking, setAsking] = useState(false);
  const count = countFilters(filters);
  const ask = (
    <May permission="reports:write">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setAsking(true)}>
        New report
      </Button>
    </May>
  );
  const words = {
    kind: { label: "Report", word: (kind: string) => reportTitles[kind as Report["kind"]] ?? kind },
    status: { label: "Status", word: wordsOf },
  };
  return (
    <Page
      title="Reports"
      description="What happened over a period, in figures and tables, tied to the chain as it was when they were made."
      actions={ask}
    >
      <DataTable
        name="reports"
        label="Reports"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/reports/${id}`}
        rowLabel={({ kind, dateRange }) => `${reportTitles[kind]}, ${dateRange.from.slice(0, 10)}`}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar active={activeFilters(filters, words, set)} onClear={clear}>
            <FilterSelect
              label="Report"
              value={filters.kind}
              onChange={(value) => set({ kind: reportKinds.find((kind) => kind === value) ?? null })}
              options={reportKinds.map((value) => ({ value, label: reportTitles[value] }))}
            />
            <FilterSelect
              label="Status"
              value={filters.status}
              onChange={(value) => set({ status: reportStatuses.find((status) => status === value) ?? null })}
              options={reportStatuses.map((value) => ({ value, label: wordsOf(value) }))}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconReportAnalytics size={28} />}
            title="No reports yet"
            text="A report counts what happened over a period: on the audit trail, in shadow AI, or to the chain itself."
            action={ask}
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(report) => (
          <>
            <div>
              <Time value={report.dateRange.from} format="day" /> to <Time value={report.dateRange.to} format="day" />
            </div>
            <div>
              <Status report={report} /> {report.format}
            </div>
          </>
        )}
        exportAll={{ fileName: "reports", fetchPage: list.fetchPage }}
      />
      <Schedules />
      {isAsking && <ReportDialog onClose={() => setAsking(false)} />}
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

function askedBy({ requestedBy, scheduleId }: Report): string {
  return scheduleId === null ? (requestedBy.displayName ?? requestedBy.id) : "A schedule";
}
