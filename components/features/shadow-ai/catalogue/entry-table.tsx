"use client";

import type { UseQueryResult } from "@tanstack/react-query";
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
import { categoryWord } from "../labels";

type Entry = CatalogueDocument["entries"][number];

const column = columnsOf<Entry>();
const columns: Column<Entry>[] = [
  column.text("host", "Host", { cell: ({ host }) => <code>{host}</code>, ...naming }),
  column.text("provider", "Provider", { of: ({ provider }) => provider.name }),
  column.text("category", "Service", { labelOf: categoryWord }),
  column.text("jurisdiction", "Established in", { of: ({ provider }) => provider.jurisdiction }),
  column.text("trainsOnInputs", "Trains on inputs", {
    of: ({ provider }) => provider.trainsOnInputs,
    labelOf: labelOf,
  }),
  column.text("dpa", "Processing agreement", { of: ({ provider }) => provider.dpa, labelOf: labelOf }),
  column.time("checkedAt", "Looked up", { format: "day" }),
  column.text("source", "Documented at", { hiddenByDefault: true }),
];

interface EntryTableProps {
  entries: readonly Entry[];
  query: UseQueryResult;
}

/** The hosts that are known. All of them are here, so they are filtered here. */
export function EntryTable({ entries, query }: EntryTableProps) {
  const { filters, set, clear } = useFilters(catalogueFilters);
  const rows = entries.filter((entry) => matches(entry, filters));
  const count = countFilters(filters);
  const choices = (values: readonly (string | null)[], word = (value: string) => value) =>
    [...new Set(values)]
      .filter((value) => value !== null)
      .sort()
      .map((value) => ({ value, label: word(value) }));
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
              category: { label: "Service", labelOf: categoryWord },
              jurisdiction: { label: "Established in" },
            },
            set,
          )}
          onClear={clear}
        >
          <FilterText
            label="Host or provider"
            placeholder="Part of a host or provider"
            value={filters.q}
            onChange={(q) => set({ q })}
          />
          <FilterSelect
            label="Service"
            value={filters.category}
            onChange={(category) => set({ category })}
            options={choices(
              entries.map(({ category }) => category),
              categoryWord,
            )}
          />
          <FilterSelect
            label="Established in"
            value={filters.jurisdiction}
            onChange={(jurisdiction) => set({ jurisdiction })}
            options={choices(entries.map(({ provider }) => provider.jurisdiction))}
          />
        </FilterBar>
      }
      empty={<EmptyState title="The catalogue is empty" />}
      {...(count > 0 && { noMatch: { count, onClear: clear } })}
      exportAll={{ fileName: "catalogue", fetchPage: async () => ({ rows }) }}
    />
  );
}

interface Filters {
  q: string | null;
  category: string | null;
  jurisdiction: string | null;
}

function matches({ host, provider, category }: Entry, filters: Filters): boolean {
  const q = filters.q?.toLowerCase() ?? "";
  return (
    (host.includes(q) || provider.name.toLowerCase().includes(q)) &&
    (filters.category === null || category === filters.category) &&
    (filters.jurisdiction === null || provider.jurisdiction === filters.jurisdiction)
  );
}
