import { useState } from "react";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";

interface Chosen {
  /** The list that they were selected of. Under other filters nothing is selected. */
  of: string;
  rows: ReadonlyMap<string, ShadowAiDetection>;
  /** Whether everything is meant that the filters find, on other pages too. */
  all: boolean;
}

/** The rows that are selected: of several pages, but of one list. */
export function useSelection(of: string, shown: readonly ShadowAiDetection[]) {
  const [kept, setKept] = useState<Chosen>({ of, rows: new Map(), all: false });
  const chosen = kept.of === of ? kept : { of, rows: new Map<string, ShadowAiDetection>(), all: false };
  const known = new Map([...chosen.rows, ...shown.map((row) => [row.id, row] as const)]);
  const rowsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => known.get(id) ?? []);

  return {
    ids: new Set(chosen.rows.keys()),
    /** As they are now, where that is known. */
    rows: rowsOf(chosen.rows.keys()),
    all: chosen.all,
    change: (ids: Iterable<string>) =>
      setKept({ of, rows: new Map(rowsOf(ids).map((row) => [row.id, row])), all: false }),
    selectAll: () => setKept({ ...chosen, all: true }),
  };
}

export type QueueSelection = ReturnType<typeof useSelection>;
