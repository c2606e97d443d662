"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { Values } from "nuqs";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { type Column, DataTable } from "@/components/ui/data-table/data-table";
import { EmptyState } from "@/components/ui/feedback/states";
import { FilterBar } from "@/components/ui/filters/filter-bar";
import { FilterSelect } from "@/components/ui/filters/filter-select";
import { FilterText } from "@/components/ui/filters/filter-text";
import { activeFilters, countFilters, useFilters } from "@/components/ui/filters/filters";
import type { CatalogueDocument } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { labelOf } from "@/lib/platform/client/format";
import { catalogueFilters } from "../filters";
import { categoryLabel } from "../labels";

type Entry = CatalogueDocument["entries"][number];

const column = columnsOf<Entry>();
const columns: Column<Entry>[] = [
  column.text("host", "Host", { cell: ({ host }) => <code>{host}</code>, ...naming }),
  column.text("provider", "Provider", { of: ({ provider }) => provider.name }),
  column.text("category", "Service", { labelOf: categoryLabel }),
  column.text("jurisdiction", "Jurisdiction", { of: ({ provider }) => provider.jurisdiction }),
  column.text("trainsOnInputs", "Trains on inputs", {
    of: ({ provider }) => provider.trainsOnInputs,
    labelOf: labelOf,
  }),
  column.text("dpa", "Data processing agreement", { of: ({ provider }) => provider.dpa, labelOf: labelOf }),
  column.time("checkedAt", "Last checked", { format: "day" }),
  column.text("source", "Source", { hiddenByDefault: true }),
];

interface EntryTableProps {
  entries: readonly Entry[];
  query: UseQueryResult;
}

/** The catalogue. It is loaded as a whole and filtered in the browser. */
export function EntryTable({ entries, query }: EntryTableProps) {
  const { filters, set, clear } = useFilters(catalogueFilters);
  const rows = entries.filter((entry) => matches(entry, filters));
  const count = countFilters(filters);
  const choices = (values: readonly (string | null)[], toLabel = (value: string) => value) =>
    [...new Set(values)]
      .filter((value) => value !== null)
      .sort()
      .map((value) => ({ value, label: toLabel(value) }));
  return (
    <DataTable
      name="catalogue"
      label="Hosts of AI services"
      columns={columns}
      rows={rows}
      rowId={({ id, host }) => `${id} ${host}`}
      query={{ ...query, isPlaceholderData: false, refetch: () => void query.refetch() }}
      toolbar={
        <FilterBar
          active={activeFilters(
            filters,
            {
              q: { label: "Host or provider" },
              category: { label: "Service", labelOf: categoryLabel },
              jurisdiction: { label: "Jurisdiction" },
            },
            set,
          )}
          onClear={clear}
        >
          <FilterText
            label="Host or provider"
            placeholder="Search hosts and providers"
            value={filters.q}
            onChange={(q) => set({ q })}
          />
          <FilterSelect
            label="Service"
            value={filters.category}
            onChange={(category) => set({ category })}
            options={choices(
              entries.map(({ category }) => category),
              categoryLabel,
            )}
          />
          <FilterSelect
            label="Jurisdiction"
            value={filters.jurisdiction}
            onChange={(jurisdiction) => set({ jurisdiction })}
            options={choices(entries.map(({ provider }) => provider.jurisdiction))}
          />
        </FilterBar>
      }
      empty={<EmptyState title="No hosts in the catalogue" />}
      {...(count > 0 && { noMatch: { count, onClear: clear } })}
      exportAll={{ fileName: "catalogue", fetchPage: async () => ({ rows }) }}
    />
  );
}

function matches({ host, provider, category }: Entry, filters: Values<typeof catalogueFilters>): boolean {
  const q = filters.q?.toLowerCase() ?? "";
  return (
    (host.includes(q) || provider.name.toLowerCase().includes(q)) &&
    (filters.category === null || category === filters.category) &&
    (filters.jurisdiction === null || provider.jurisdiction === filters.jurisdiction)
  );
}
