"use client";

import { hashKey } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { useList } from "@/components/ui/data-table/use-list";
import { activeFilters, useFilters } from "@/components/ui/filters/filters";
import { useSession } from "@/components/ui/page/session";
import type { ShadowAiDetection, ShadowAiDetectionList } from "@/lib/domains/shadow-ai/schemas";
import {
  choiceOfFilters,
  choiceOfStatus,
  noFilters,
  type QueueChange,
  queuePageSize,
  queueParsers,
  type StatusChoice,
  statusOf,
  toListQuery,
} from "../filters";
import { filterWords } from "../labels";
import { usePreview } from "../use-detection";

/** The queue as its URL says: filters, order, and the page of detections that they give. */
export function useQueue() {
  const me = useSession().member.email;
  const { filters, set } = useFilters(queueParsers);
  const query = toListQuery(filters, me);
  const key = keys.detections.list({ ...query, limit: queuePageSize });
  const list = useList<ShadowAiDetection, ShadowAiDetectionList>({
    key,
    path: "/v1/shadow-ai/detections",
    filters: query,
    limit: queuePageSize,
  });
  const change = (some: QueueChange) => set(choiceOfFilters(filters, some));

  return {
    me,
    filters,
    list,
    /** Tells one page of one list from all others; null while what is shown belongs to another. */
    placeKey: list.query.isPlaceholderData ? null : `${hashKey(key)} ${list.page.offset}`,
    status: statusOf(filters),
    active: activeFilters(filters, filterWords, change),
    change,
    chooseStatus: (status: StatusChoice) => set(choiceOfStatus(filters, status)),
    clear: () => set(noFilters),
  };
}

export type Queue = ReturnType<typeof useQueue>;

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

interface Held {
  /** The page of which list it was on. */
  of: string;
  index: number;
  row: ShadowAiDetection;
}

interface HeldRows {
  rows: readonly ShadowAiDetection[];
  /** The row that the list no longer has, and is shown all the same. */
  heldId: string | null;
}

/**
 * Keeps the row that somebody is at where it was when it leaves the list, as an open detection does that is taken up:
 * the next key is still about it. It goes when another row is looked at, or another page. `of` tells pages of lists
 * apart; it is null while the rows are another list's.
 */
export function useHeldRow(rows: readonly ShadowAiDetection[], currentId: string | null, of: string | null): HeldRows {
  const [held, setHeld] = useState<Held | null>(null);
  const index = rows.findIndex(({ id }) => id === currentId);
  const row = rows[index];
  if (of !== null && row && (held?.row !== row || held.index !== index || held.of !== of)) setHeld({ of, index, row });
  const isHeld = !row && held !== null && held.row.id === currentId && held.of === of;
  const now = usePreview(isHeld ? currentId : null);
  if (!isHeld) return { rows, heldId: null };
  return {
    rows: [...rows.slice(0, held.index), now.data?.data ?? held.row, ...rows.slice(held.index)],
    heldId: currentId,
  };
}
