"use client";

import { type UseQueryStatesKeysMap, useQueryStates, type Values } from "nuqs";
import { useRef } from "react";
import type { ActiveFilter } from "@/components/ui/filters/filter-bar";
import { timeText } from "@/lib/platform/client/format";
import { recentPeriods } from "@/lib/platform/client/period";
import { compactQuery } from "@/lib/platform/client/query-string";

interface Filters<Parsers extends UseQueryStatesKeysMap> {
  filters: Values<Parsers>;
  /** Changes some of them; null takes one away. */
  set: (change: Partial<{ [Name in keyof Values<Parsers>]: Values<Parsers>[Name] | null }>) => void;
  clear: () => void;
}

const sameStepMs = 2_000;

/** The filters of a page, which live in its URL: a link, a reload and the way back keep them. */
export function useFilters<Parsers extends UseQueryStatesKeysMap>(parsers: Parsers): Filters<Parsers> {
  const [filters, setFilters] = useQueryStates(parsers, { history: "push", shallow: true, clearOnDefault: true });
  const last = useRef({ names: "", atMs: 0 });

  /** What is typed bit by bit is one step on the way back. */
  function historyOf(change: object): "push" | "replace" {
    const [names, atMs] = [Object.keys(change).join(), performance.now()];
    const goesOn = names === last.current.names && atMs - last.current.atMs < sameStepMs;
    last.current = { names, atMs };
    return goesOn ? "replace" : "push";
  }

  return {
    filters,
    set: (change) => void setFilters(change, { history: historyOf(change) }),
    clear: () => void setFilters(null),
  };
}

/** How many of these filters are set. */
export function countFilters(filters: object): number {
  return Object.keys(compactQuery(filters)).length;
}

export type FilterValue = string | number | boolean | readonly string[] | null | undefined;

/** What a filter is called, and its values where they are not words already. */
export type FilterLabels<Filters> = {
  [Name in keyof Filters]?: { label: string; labelOf?: (value: string) => string };
};

/**
 * The filters that are set, as chips, in the order of `words`; a list of values is a chip for each. Filters that `words`
 * does not name, the sort order for example, are none.
 */
export function activeFilters<Filters extends { [Name in keyof Filters]: FilterValue }>(
  filters: Filters,
  words: FilterLabels<Filters>,
  set: (change: Partial<{ [Name in keyof Filters]: Filters[Name] | null }>) => unknown,
): ActiveFilter[] {
  const names = Object.keys(words) as (keyof Filters & string)[];
  return names.flatMap((name) => {
    const value: FilterValue = filters[name];
    const { label, labelOf = valueText } = words[name] ?? { label: name };
    const without = (rest: unknown) => () => set({ [name]: rest } as Parameters<typeof set>[0]);
    const chip = (text: string, rest: unknown) => ({
      id: `${name}=${text}`,
      label,
      value: labelOf(text),
      onRemove: without(rest),
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
