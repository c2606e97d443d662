"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { Values } from "nuqs";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
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

/** All catalogue entries, loaded at once and filtered in the browser. */
export function EntryTable({ entries, query }: { entries: readonly Entry[]; query: UseQueryResult }) {
  const filtering = useFilters(catalogueFilters);
  const rows = entries.filter((entry) => matches(entry, filtering.filters));
  const jurisdictions = entries.flatMap(({ provider }) => provider.jurisdiction ?? []);
  return (
    <ListTable
      name="catalogue"
      label="Hosts of AI services"
      columns={columns}
      list={{
        rows,
        query: { ...query, isPlaceholderData: false, refetch: () => void query.refetch() },
        fetchPage: async () => ({ rows }),
      }}
      rowId={({ id, host }) => `${id} ${host}`}
      filtering={filtering}
      filterFields={{
        q: { label: "Host or provider", placeholder: "Search hosts and providers" },
        category: {
          label: "Service",
          options: distinct(entries.map(({ category }) => category)),
          labelOf: categoryLabel,
        },
        jurisdiction: { label: "Jurisdiction", options: distinct(jurisdictions) },
      }}
      empty={<EmptyState title="No hosts in the catalogue" />}
    />
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function matches({ host, provider, category }: Entry, filters: Values<typeof catalogueFilters>): boolean {
  const q = filters.q?.toLowerCase() ?? "";
  return (
    (host.includes(q) || provider.name.toLowerCase().includes(q)) &&
    (filters.category === null || category === filters.category) &&
    (filters.jurisdiction === null || provider.jurisdiction === filters.jurisdiction)
  );
}
