"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconScale } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { useModelNames } from "@/components/audit/use-model-names";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { StatusBadge } from "@/components/values/status-badge";
import { statusWord } from "@/components/values/status-words";
import { Time } from "@/components/values/time";
import type { LegalHold } from "@/lib/legal-holds/schemas";
import { holdFilters } from "./filters";
import { modelsOfHold, periodOfHold, statusOfHold } from "./hold-words";

const PlaceHoldDialog = dynamic(() => import("./place-hold-dialog").then((file) => file.PlaceHoldDialog));
const ReleaseHoldDialog = dynamic(() => import("./release-hold-dialog").then((file) => file.ReleaseHoldDialog));
const HoldDialog = dynamic(() => import("./hold-dialog").then((file) => file.HoldDialog));

const statusOptions = [
  { value: "true", label: statusWord("hold", "ACTIVE") },
  { value: "false", label: statusWord("hold", "RELEASED") },
];

/** What must not be erased or deleted for the time being, and what once had to be kept. */
export function HoldList() {
  const { filters, set, clear } = useFilters(holdFilters);
  const list = useList<LegalHold>({ key: keys.legalHolds.list(filters), path: "/v1/legal-holds", filters });
  const names = useModelNames();
  const [isPlacing, setPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  // In the URL: what a hold has refused leads to it.
  const [shown, show] = useQueryState("hold", parseAsString);
  const count = countFilters(filters);
  const place = (
    <May permission="holds:manage">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setPlacing(true)}>
        Place a hold
      </Button>
    </May>
  );
  const release = (hold: LegalHold) =>
    hold.active && (
      <May permission="holds:manage">
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Release ${hold.name}`}
          onClick={() => setReleasing(hold)}
        >
          Release
        </Button>
      </May>
    );
  const columns: Column<LegalHold>[] = [
    {
      id: "name",
      header: "Name",
      rowHeader: true,
      hideable: false,
      minWidth: "10rem",
      cell: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      id: "status",
      header: "Status",
      cell: (hold) => <StatusBadge kind="hold" value={statusOfHold(hold)} />,
      csv: statusOfHold,
    },
    {
      id: "models",
      header: "Models",
      cell: (hold) => modelsOfHold(hold, names),
      csv: ({ modelIds }) => modelIds.join(" "),
    },
    {
      id: "period",
      header: "Period",
      cell: periodOfHold,
      csv: ({ dateRange }) => (dateRange ? `${dateRange.from}/${dateRange.to}` : ""),
    },
    {
      id: "reference",
      header: "Reference",
      cell: ({ reference }) => reference ?? "–",
      csv: ({ reference }) => reference,
    },
    {
      id: "reason",
      header: "Reason",
      hiddenByDefault: true,
      cell: ({ reason }) => reason,
      csv: ({ reason }) => reason,
    },
    {
      id: "placedAt",
      header: "Placed",
      cell: ({ placedAt }) => <Time value={placedAt} />,
      csv: ({ placedAt }) => placedAt,
    },
    {
      id: "releasedAt",
      header: "Released",
      cell: ({ releasedAt }) => <Time value={releasedAt} none="–" />,
      csv: ({ releasedAt }) => releasedAt,
    },
    { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
    { id: "actions", header: "Actions", hideable: false, cell: release },
  ];
  const words = { active: { label: "Status", word: (active: string) => statusWord("hold", statusOf(active)) } };
  return (
    <Page
      title="Legal holds"
      description="While a hold stands, nothing that it covers is erased or deleted. Both its ends are events on the audit chain."
      actions={place}
    >
      <DataTable
        name="legal-holds"
        label="Legal holds"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => void show(id)}
        activeId={shown}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar active={activeFilters(filters, words, set)} onClear={clear}>
            <FilterSelect
              label="Status"
              value={filters.active}
              onChange={(value) => set({ active: value === "true" || value === "false" ? value : null })}
              options={statusOptions}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconScale size={28} />}
            title="Nothing is held"
            text="A hold keeps what proceedings may need from being erased on request and from being deleted when its time is over."
            action={place}
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(hold) => (
          <>
            <div>
              <StatusBadge kind="hold" value={statusOfHold(hold)} /> placed <Time value={hold.placedAt} format="day" />
            </div>
            <div>{modelsOfHold(hold, names)}</div>
            <div>{periodOfHold(hold)}</div>
            {release(hold)}
          </>
        )}
        exportAll={{ fileName: "legal-holds", fetchPage: list.fetchPage }}
      />
      {isPlacing && <PlaceHoldDialog onClose={() => setPlacing(false)} />}
      {releasing && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
      {shown !== null && <HoldDialog id={shown} onClose={() => void show(null)} />}
    </Page>
  );
}

function statusOf(active: string): string {
  return active === "true" ? "ACTIVE" : "RELEASED";
}
