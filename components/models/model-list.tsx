"use client";

import { Button } from "@mantine/core";
import { IconCube, IconPlus } from "@tabler/icons-react";
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
import { FilterText } from "@/components/filters/filter-text";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { Count } from "@/components/values/figures";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { Model } from "@/lib/models/schemas";
import { modelFilters, riskTiers } from "./filters";
import { modelState, modelTitle } from "./model-words";

const ModelDialog = dynamic(() => import("./model-dialog").then((file) => file.ModelDialog));

const columns: Column<Model>[] = [
  {
    id: "name",
    header: "Model",
    rowHeader: true,
    hideable: false,
    cell: modelTitle,
    csv: (model) => model.name,
  },
  { id: "version", header: "Version", cell: (model) => model.version ?? "–", csv: (model) => model.version },
  {
    id: "riskTier",
    header: "Risk tier",
    cell: ({ riskTier }) => (riskTier ? <Severity value={riskTier} /> : "–"),
    csv: (model) => model.riskTier,
  },
  { id: "provider", header: "Provider", cell: (model) => model.provider ?? "–", csv: (model) => model.provider },
  { id: "owner", header: "Owner", cell: (model) => model.ownerEmail ?? "–", csv: (model) => model.ownerEmail },
  {
    id: "hosts",
    header: "Allowed hosts",
    align: "right",
    cell: (model) => <Count value={model.allowedEndpoints.length} />,
    csv: (model) => model.allowedEndpoints.map(({ host }) => host).join(" "),
  },
  {
    id: "status",
    header: "Status",
    cell: (model) => <StatusBadge kind="model" value={modelState(model)} />,
    csv: modelState,
  },
  {
    id: "updatedAt",
    header: "Changed",
    cell: (model) => <Time value={model.updatedAt} format="relative" />,
    csv: (model) => model.updatedAt,
  },
  { id: "id", header: "Id", hiddenByDefault: true, cell: (model) => model.id, csv: (model) => model.id },
];

/** The registry: which models the organisation governs. */
export function ModelList() {
  const { filters, set, clear } = useFilters(modelFilters);
  const list = useList<Model>({ key: keys.models.list(filters), path: "/v1/models", filters });
  const [isRegistering, setRegistering] = useState(false);
  const register = (
    <May permission="models:write">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setRegistering(true)}>
        Register a model
      </Button>
    </May>
  );
  const active = activeFilters(
    filters,
    {
      q: { label: "Name" },
      riskTier: { label: "Risk tier", word: wordsOf },
      provider: { label: "Provider" },
      archived: { label: "Status", word: (value) => (value === "true" ? "Archived" : "Active") },
    },
    set,
  );

  return (
    <Page
      title="Models"
      description="The models this organisation governs. Events, evidence and approved hosts belong to one of them."
      actions={register}
    >
      <DataTable
        name="models"
        label="Models"
        columns={columns}
        rows={list.rows}
        rowId={(model) => model.id}
        rowHref={(model) => `/models/${model.id}`}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar active={active} onClear={clear}>
            <FilterText label="Name" placeholder="Part of a name" value={filters.q} onChange={(q) => set({ q })} />
            <FilterSelect
              label="Risk tier"
              value={filters.riskTier}
              onChange={(value) => set({ riskTier: riskTiers.find((tier) => tier === value) ?? null })}
              options={riskTiers.map((tier) => ({ value: tier, label: wordsOf(tier) }))}
            />
            <FilterSelect
              label="Status"
              value={filters.archived === null ? null : String(filters.archived)}
              onChange={(value) => set({ archived: value === null ? null : value === "true" })}
              options={[
                { value: "false", label: "Active" },
                { value: "true", label: "Archived" },
              ]}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconCube size={28} />}
            title="No models yet"
            text="Register the first model: from then on its events, reviews and evidence have a place."
            action={register}
          />
        }
        {...(countFilters(filters) > 0 && { noMatch: { count: countFilters(filters), onClear: clear } })}
        rowLabel={modelTitle}
        card={(model) => <ModelCard model={model} />}
        exportAll={{ fileName: "models", fetchPage: list.fetchPage }}
      />
      {isRegistering && <ModelDialog onClose={() => setRegistering(false)} />}
    </Page>
  );
}

function ModelCard({ model }: { model: Model }) {
  return (
    <>
      <div>
        {model.riskTier && <Severity value={model.riskTier} />} <StatusBadge kind="model" value={modelState(model)} />
      </div>
      <div>{[model.provider, model.ownerEmail].filter(Boolean).join(" · ") || "No owner"}</div>
    </>
  );
}
