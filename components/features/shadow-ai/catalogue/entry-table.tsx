"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { Values } from "nuqs";
import { useState } from "react";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { terms } from "@/components/ui/terms";
import type { CatalogueDocument } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { labelOf } from "@/lib/platform/client/format";
import { catalogueFilters } from "../filters";
import { categoryLabel } from "../labels";
import { entryTable as texts } from "../texts/catalogue";
import { common } from "../texts/common";

type Entry = CatalogueDocument["entries"][number];

const pageSize = 50;

const column = columnsOf<Entry>();
const columns: Column<Entry>[] = [
  column.text("host", common.host, { cell: ({ host }) => <code>{host}</code>, ...naming }),
  column.text("provider", terms.provider, { of: ({ provider }) => provider.name }),
  column.text("category", terms.service, { labelOf: categoryLabel }),
  column.text("jurisdiction", common.jurisdiction, { of: ({ provider }) => provider.jurisdiction }),
  column.text("trainsOnInputs", common.trainsOnInputs, {
    of: ({ provider }) => provider.trainsOnInputs,
    labelOf: labelOf,
  }),
  column.text("dpa", common.dataProcessingAgreement, { of: ({ provider }) => provider.dpa, labelOf: labelOf }),
  column.time("checkedAt", texts.lastChecked, { format: "day" }),
  column.text("source", common.source, { hiddenByDefault: true }),
];

/** All catalogue entries, loaded at once, and filtered and divided into pages in the browser. */
export function EntryTable({ entries, query }: { entries: readonly Entry[]; query: UseQueryResult }) {
  const filtering = useFilters(catalogueFilters);
  const [start, setStart] = useState(0);
  const rows = entries.filter((entry) => matches(entry, filtering.filters));
  const offset = start < rows.length ? start : 0;
  const shown = rows.slice(offset, offset + pageSize);
  const jurisdictions = entries.flatMap(({ provider }) => provider.jurisdiction ?? []);
  return (
    <ListTable
      name="catalogue"
      label={texts.hostsOfAiServices}
      columns={columns}
      list={{
        rows: shown,
        page: {
          total: rows.length,
          offset,
          count: shown.length,
          hasMore: offset + pageSize < rows.length,
          onNext: () => setStart(offset + pageSize),
          onPrevious: () => setStart(offset - pageSize),
        },
        query: { ...query, isPlaceholderData: false, refetch: () => void query.refetch() },
        fetchPage: async () => ({ rows }),
      }}
      rowId={({ id, host }) => `${id} ${host}`}
      filtering={filtering}
      filterFields={{
        q: texts.q,
        category: {
          label: terms.service,
          options: distinct(entries.map(({ category }) => category)),
          labelOf: categoryLabel,
        },
        jurisdiction: { label: common.jurisdiction, options: distinct(jurisdictions) },
      }}
      empty={<EmptyState title={texts.noHostsCatalogue} />}
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
