"use client";

import { IconHourglass } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { useFilters } from "@/components/filters/use-filters";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import { describeChange } from "@/lib/credentials/vocabulary";
import type { ExceptionRequest } from "@/lib/shadow-ai/schemas-triage";
import { ApproverChanges } from "./approver-changes";
import { ExceptionActions } from "./exception-actions";
import styles from "./exceptions.module.css";
import { exceptionFilters, requestStatuses } from "./filters";

const columns: Column<ExceptionRequest>[] = [
  {
    id: "service",
    header: "Service",
    rowHeader: true,
    minWidth: "12rem",
    cell: ({ detection }) => `${detection.aiProvider}, ${detection.endpoint}`,
    csv: ({ detection }) => detection.endpoint,
  },
  { id: "severity", header: "Severity", cell: ({ detection }) => <Severity value={detection.severity} /> },
  {
    id: "department",
    header: "Department",
    cell: ({ detection }) => detection.departmentHint ?? "–",
    csv: ({ detection }) => detection.departmentHint,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge kind="exception" value={status} />,
    csv: ({ status }) => status,
  },
  {
    id: "justification",
    header: "Justification",
    minWidth: "18rem",
    cell: ({ justification }) => justification,
    csv: ({ justification }) => justification,
  },
  { id: "requestedBy", header: "Asked by", cell: (row) => row.requestedBy, csv: (row) => row.requestedBy },
  {
    id: "createdAt",
    header: "Asked",
    cell: (row) => <Time value={row.createdAt} format="relative" />,
    csv: (row) => row.createdAt,
  },
  {
    id: "expiresAt",
    header: "Until",
    cell: (row) => <Time value={row.expiresAt} format="day" />,
    csv: (row) => row.expiresAt,
  },
  {
    id: "decidedBy",
    header: "Decided by",
    minWidth: "12rem",
    cell: (row) => (
      <>
        {row.decidedBy ?? "–"}
        {row.decisionNote && <div className={styles.note}>{row.decisionNote}</div>}
      </>
    ),
    csv: (row) => row.decidedBy,
  },
  {
    id: "decisionNote",
    header: "Note",
    hiddenByDefault: true,
    cell: (row) => row.decisionNote ?? "–",
    csv: (row) => row.decisionNote,
  },
  {
    id: "approverChanges",
    header: "Approver account changes",
    minWidth: "14rem",
    cell: (row) => <ApproverChanges changes={row.approverChanges} isDecided={row.status !== "PENDING"} />,
    csv: (row) => row.approverChanges.map((change) => `${change.account}: ${describeChange(change)}`).join("; "),
  },
  {
    id: "actions",
    header: "Actions",
    hideable: false,
    actions: true,
    cell: (row) => row.decidedBy === null && <ExceptionActions request={row} />,
  },
];

/** What was asked for, and what became of it. */
export function ExceptionRequests() {
  const { filters, set, clear } = useFilters(exceptionFilters);
  const query = { status: filters.status };
  const list = useList<ExceptionRequest>({
    key: keys.exceptions.list(query),
    path: "/v1/shadow-ai/exceptions",
    filters: query,
  });
  return (
    <DataTable
      name="exception-requests"
      label="Requests for exceptions"
      columns={columns}
      rows={list.rows}
      rowId={({ id }) => id}
      rowHref={({ detectionId }) => `/shadow-ai/${detectionId}`}
      query={list.query}
      page={list.page}
      toolbar={
        <FilterBar active={activeFilters(query, { status: { label: "Status", word: wordsOf } }, set)} onClear={clear}>
          <FilterSelect
            label="Status"
            value={filters.status}
            onChange={(value) => set({ status: requestStatuses.find((status) => status === value) ?? null })}
            options={requestStatuses.map((value) => ({ value, label: wordsOf(value) }))}
          />
        </FilterBar>
      }
      empty={
        <EmptyState
          icon={<IconHourglass size={28} />}
          title="No exception was asked for"
          text="Whoever investigates a detection can ask that its use be allowed for a time."
        />
      }
      {...(filters.status !== null && { noMatch: { count: 1, onClear: clear } })}
      exportAll={{ fileName: "exception-requests", fetchPage: list.fetchPage }}
    />
  );
}
