"use client";

import { Button } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { May } from "@/components/app/session";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { confirm } from "@/components/feedback/confirm";
import { EmptyState } from "@/components/feedback/empty-state";
import { notify } from "@/components/feedback/notify";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { useFilters } from "@/components/filters/use-filters";
import { Count } from "@/components/values/figures";
import { Severity } from "@/components/values/severity";
import { Time } from "@/components/values/time";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import { exceptionEndings } from "@/lib/shadow-ai/vocabulary";
import { useTriage } from "../triage/use-triage";
import { activeQuery, exceptionFilters } from "./filters";

const columns: Column<ShadowAiDetection>[] = [
  {
    id: "service",
    header: "Service",
    rowHeader: true,
    cell: ({ details }) => `${details.aiProvider}, ${details.endpoint}`,
    csv: ({ details }) => details.endpoint,
  },
  { id: "severity", header: "Severity", cell: ({ severity }) => <Severity value={severity} /> },
  {
    id: "department",
    header: "Department",
    cell: ({ details }) => details.departmentHint ?? "–",
    csv: ({ details }) => details.departmentHint,
  },
  {
    id: "calls",
    header: "Calls",
    align: "right",
    cell: ({ details }) => <Count value={details.estimatedCallVolume} />,
    csv: ({ details }) => details.estimatedCallVolume,
  },
  { id: "notes", header: "Justification", cell: ({ notes }) => notes ?? "–", csv: ({ notes }) => notes },
  {
    id: "resolvedAt",
    header: "Since",
    cell: ({ resolvedAt }) => <Time value={resolvedAt} format="day" />,
    csv: ({ resolvedAt }) => resolvedAt,
  },
  {
    id: "exceptionExpiresAt",
    header: "Ends",
    cell: ({ exceptionExpiresAt }) => <Time value={exceptionExpiresAt} format="relative" />,
    csv: ({ exceptionExpiresAt }) => exceptionExpiresAt,
  },
  { id: "deeds", header: "Action", hideable: false, actions: true, cell: (row) => <Revoke detection={row} /> },
];

const within14Days = "Within 14 days";
const endOptions = [{ value: "14d", label: within14Days }];
const endWords = { ends: { label: "Ends", word: () => within14Days } };

/** What is allowed now. When its time ends, or the use grows far beyond what was approved, it opens again by itself. */
export function ActiveExceptions() {
  const { filters, set } = useFilters(exceptionFilters);
  const query = activeQuery(filters.ends);
  const list = useList<ShadowAiDetection>({
    key: keys.detections.list(query),
    path: "/v1/shadow-ai/detections",
    filters: query,
  });
  const all = () => set({ ends: null });
  return (
    <DataTable
      name="active-exceptions"
      label="Active exceptions"
      columns={columns}
      rows={list.rows}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/shadow-ai/${id}`}
      query={list.query}
      page={list.page}
      toolbar={
        <FilterBar active={activeFilters({ ends: filters.ends }, endWords, set)} onClear={all}>
          <FilterSelect
            label="Ends"
            value={filters.ends}
            onChange={(value) => set({ ends: exceptionEndings.find((ending) => ending === value) ?? null })}
            options={endOptions}
          />
        </FilterBar>
      }
      {...(filters.ends !== null && { noMatch: { count: 1, onClear: all } })}
      empty={<EmptyState icon={<IconHourglass size={28} />} title="No use is allowed by exception" />}
      exportAll={{ fileName: "active-exceptions", fetchPage: list.fetchPage }}
    />
  );
}

/** Ends an exception before its time: its detection is investigated again. */
function Revoke({ detection: { id, details } }: { detection: ShadowAiDetection }) {
  const triage = useTriage();
  async function revoke(): Promise<void> {
    const isSure = await confirm({
      title: `End the exception for ${details.endpoint}?`,
      body: "Its detection is under investigation again from then on.",
      action: "End it",
      danger: true,
    });
    if (isSure) await triage.change([id], { status: "INVESTIGATING" }).catch(notify.error);
  }
  return (
    <May permission="shadow_ai:triage">
      <Button variant="default" size="compact-xs" onClick={() => void revoke()}>
        End
      </Button>
    </May>
  );
}
