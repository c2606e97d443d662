"use client";

import { type UseQueryStatesKeysMap, useQueryStates, type Values } from "nuqs";
import { useRef } from "react";
import { compactQuery } from "@/lib/client/query-string";

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
