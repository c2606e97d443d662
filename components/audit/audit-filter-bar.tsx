"use client";

import type { inferParserType } from "nuqs/server";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterDates } from "@/components/filters/filter-dates";
import { FilterSelect } from "@/components/filters/filter-select";
import { FilterText } from "@/components/filters/filter-text";
import { eventTypes, severities, sources } from "@/lib/audit-chain/vocabulary";
import { wordsOf } from "@/lib/client/format";
import type { auditFilters } from "./filters";

type Filters = inferParserType<typeof auditFilters>;

interface AuditFilterBarProps {
  filters: Filters;
  set: (change: Partial<{ [Name in keyof Filters]: Filters[Name] | null }>) => void;
  clear: () => void;
  /** What models are called. */
  names: ReadonlyMap<string, string>;
}

const choicesOf = (words: readonly string[]) => words.map((value) => ({ value, label: wordsOf(value) }));

/** The filters of the audit trail. */
export function AuditFilterBar({ filters, set, clear, names }: AuditFilterBarProps) {
  const pick = <Word extends string>(words: readonly Word[], value: string | null) =>
    words.find((word) => word === value) ?? null;
  const words = {
    tags: { label: "Tag" },
    eventType: { label: "Event", word: wordsOf },
    severity: { label: "Severity", word: wordsOf },
    modelId: { label: "Model", word: (id: string) => names.get(id) ?? id },
    source: { label: "Source", word: wordsOf },
    from: { label: "From" },
    to: { label: "Until" },
  };
  return (
    <FilterBar active={activeFilters(filters, words, set)} onClear={clear}>
      <FilterText
        label="Tags"
        placeholder="Tags, with commas"
        value={filters.tags?.join(",") ?? null}
        onChange={(text) => set({ tags: text === null ? null : text.split(",").filter((tag) => tag.trim() !== "") })}
      />
      <FilterSelect
        label="Event"
        value={filters.eventType}
        onChange={(value) => set({ eventType: pick(eventTypes, value) })}
        options={choicesOf(eventTypes)}
      />
      <FilterSelect
        label="Severity"
        value={filters.severity}
        onChange={(value) => set({ severity: pick(severities, value) })}
        options={choicesOf(severities)}
      />
      <FilterSelect
        label="Model"
        value={filters.modelId}
        onChange={(modelId) => set({ modelId })}
        options={[...names].map(([value, label]) => ({ value, label }))}
      />
      <FilterSelect
        label="Source"
        value={filters.source}
        onChange={(value) => set({ source: pick(sources, value) })}
        options={choicesOf(sources)}
      />
      <FilterDates label="Time" from={filters.from} to={filters.to} onChange={set} />
    </FilterBar>
  );
}
