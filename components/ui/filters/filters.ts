"use client";

import { useRef } from "react";
import type { ActiveFilter } from "@/components/ui/filters/filter-bar";
import { timeText } from "@/lib/platform/client/format";
import { recentPeriods } from "@/lib/platform/client/period";
import { compactQuery } from "@/lib/platform/client/query-string";
import type { ChangeOf, UrlValues, ValuesOf } from "./url-values";
import { useUrl } from "./use-url";

/** Changes some filters. Null clears a filter. */
type SetFilters<Filters> = (change: Partial<{ [Name in keyof Filters]: Filters[Name] | null }>) => void;

interface FilterState<Parsers extends UrlValues> {
  filters: ValuesOf<Parsers>;
  set: SetFilters<ValuesOf<Parsers>>;
  clear: () => void;
}

const sameEditMs = 2_000;

/** The filters of a page. They are part of its URL. */
export function useFilters<Parsers extends UrlValues>(parsers: Parsers): FilterState<Parsers> {
  const [filters, setFilters] = useUrl(parsers);
  const last = useRef({ names: "", atMs: 0 });

  /** Typing in one filter creates one history entry. */
  function historyOf(change: object): "push" | "replace" {
    const [names, atMs] = [Object.keys(change).join(), performance.now()];
    const isSameEdit = names === last.current.names && atMs - last.current.atMs < sameEditMs;
    last.current = { names, atMs };
    return isSameEdit ? "replace" : "push";
  }

  return {
    filters,
    set: (change) => setFilters(change as ChangeOf<Parsers>, historyOf(change)),
    clear: () =>
      setFilters(Object.fromEntries(Object.keys(parsers).map((name) => [name, null])) as ChangeOf<Parsers>, "push"),
  };
}

/** The number of active filters. */
export function countFilters(filters: object): number {
  return Object.keys(compactQuery(filters)).length;
}

export type FilterValue = string | number | boolean | readonly string[] | null | undefined;

/** The label of each filter and, where needed, of its values. */
export type FilterLabels<Filters> = {
  [Name in keyof Filters]?: { label: string; labelOf?: (value: string) => string };
};

/** The active filters as chips, one for each value, in the order of `labels`. Other filters have no chip. */
export function activeFilters<Filters extends { [Name in keyof Filters]: FilterValue }>(
  filters: Filters,
  labels: FilterLabels<Filters>,
  set: SetFilters<Filters>,
): ActiveFilter[] {
  const names = Object.keys(labels) as (keyof Filters & string)[];
  return names.flatMap((name) => {
    const value: FilterValue = filters[name];
    const { label, labelOf = valueText } = labels[name] ?? { label: name };
    const chip = (text: string, rest: readonly string[] | null) => ({
      id: `${name}=${text}`,
      label,
      value: labelOf(text),
      onRemove: () => set({ [name]: rest } as Parameters<typeof set>[0]),
    });
    if (value === null || value === undefined || value === "" || value === false) return [];
    if (typeof value !== "object") return [chip(String(value), null)];
    return value.map((one) => chip(one, value.length > 1 ? value.filter((other) => other !== one) : null));
  });
}

function valueText(value: string): string {
  const period = recentPeriods.find((recent) => recent.value === value);
  if (period) return period.label;
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? timeText(value, "short") : value;
}
