"use client";

import { Button } from "@mantine/core";
import { IconFileCertificate, IconPlus } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
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
import { Count } from "@/components/values/figures";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { EvidencePackageListItem } from "@/lib/evidence/schemas";
import { frameworkIds, packageStatuses } from "@/lib/evidence/vocabulary";
import { evidenceFilters } from "./filters";
import { frameworkName } from "./framework-names";
import { KeptUntil } from "./kept-until";

type Item = EvidencePackageListItem;

const columns: Column<Item>[] = [
  {
    id: "framework",
    header: "Framework",
    rowHeader: true,
    hideable: false,
    cell: ({ framework }) => frameworkName(framework),
    csv: ({ framework }) => framework,
  },
  { id: "model", header: "Model", cell: (row) => row.modelName, csv: (row) => row.modelName },
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
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge kind="evidence" value={status} />,
    csv: ({ status }) => status,
  },
  { id: "format", header: "Format", cell: ({ format }) => format, csv: ({ format }) => format },
  {
    id: "pages",
    header: "Pages",
    align: "right",
    cell: ({ pages }) => <Count value={pages} />,
    csv: ({ pages }) => pages,
  },
  {
    id: "generatedAt",
    header: "Generated",
    cell: ({ generatedAt }) => <Time value={generatedAt} format="relative" none="Not yet" />,
    csv: ({ generatedAt }) => generatedAt,
  },
  {
    id: "expiresAt",
    header: "Kept until",
    cell: (item) => <KeptUntil item={item} />,
    csv: ({ expiresAt }) => expiresAt,
  },
  { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

/** The evidence packages of the organisation, newest first. */
export function EvidenceList() {
  const { filters, set, clear } = useFilters(evidenceFilters);
  const models = useModelNames();
  const list = useList<Item>({ key: keys.evidence.list(filters), path: "/v1/evidence", filters });
  const count = countFilters(filters);
  const request = (
    <May permission="evidence:write">
      <Button component={Link} href="/evidence/new" size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />}>
        New package
      </Button>
    </May>
  );
  const words = {
    modelId: { label: "Model", word: (id: string) => models.get(id) ?? id },
    framework: { label: "Framework", word: frameworkName },
    status: { label: "Status", word: wordsOf },
  };
  return (
    <Page
      title="Evidence"
      description="Signed packages about a model and a period, laid out for a framework. Anybody can verify one, without an account."
      actions={request}
    >
      <DataTable
        name="evidence"
        label="Evidence packages"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/evidence/${id}`}
        rowLabel={({ framework, modelName }) => `${frameworkName(framework)}, ${modelName}`}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar active={activeFilters(filters, words, set)} onClear={clear}>
            <FilterSelect
              label="Model"
              value={filters.modelId}
              onChange={(modelId) => set({ modelId })}
              options={[...models].map(([value, label]) => ({ value, label }))}
            />
            <FilterSelect
              label="Framework"
              value={filters.framework}
              onChange={(value) => set({ framework: frameworkIds.find((id) => id === value) ?? null })}
              options={frameworkIds.map((value) => ({ value, label: frameworkName(value) }))}
            />
            <FilterSelect
              label="Status"
              value={filters.status}
              onChange={(value) => set({ status: packageStatuses.find((status) => status === value) ?? null })}
              options={packageStatuses.map((value) => ({ value, label: wordsOf(value) }))}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconFileCertificate size={28} />}
            title="No evidence yet"
            text="A package gathers what is on record about a model for whoever asks: a regulator, an auditor, a customer."
            action={request}
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={({ modelName, status, generatedAt }) => (
          <>
            <div>{modelName}</div>
            <div>
              <StatusBadge kind="evidence" value={status} /> <Time value={generatedAt} format="relative" none="" />
            </div>
          </>
        )}
        exportAll={{ fileName: "evidence-packages", fetchPage: list.fetchPage }}
      />
    </Page>
  );
}
