"use client";

import { hashKey, keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import { useList } from "@/components/ui/data-table/use-list";
import { activeFilters, useFilters } from "@/components/ui/filters/filters";
import { useSession } from "@/components/ui/page/session";
import type { ShadowAiDetection, ShadowAiDetectionList } from "@/lib/domains/shadow-ai/schemas";
import { resolveTimes } from "@/lib/platform/client/period";
import {
  noFilters,
  type QueueChange,
  queuePageSize,
  queueParsers,
  type StatusChoice,
  statusOf,
  toDetectionFilter,
  toListQuery,
  toOverdueQuery,
  withFilters,
  withStatus,
} from "../filters";
import { filterLabels } from "../labels";
import type { Matches } from "../triage/send-change";
import { useDetection } from "../triage/use-triage";

/** The queue as given by its URL: filters, order and page. */
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
  const overdueQuery = toOverdueQuery(filters, me);
  const overdue = useRead<ShadowAiDetectionList>(keys.detections.list(overdueQuery), "/v1/shadow-ai/detections", {
    query: resolveTimes(overdueQuery, Date.now()),
    placeholderData: keepPreviousData,
    meta: supplement,
  });
  const filter = toDetectionFilter(filters, me);
  const matches: Matches = {
    filter: resolveTimes(filter, Date.now()),
    count: list.page.total,
  };
  const change = (some: QueueChange) => set(withFilters(filters, some));

  return {
    me,
    filters,
    list,
    /** The number of overdue detections under the filters other than the status. */
    overdue: overdue.data?.pagination.total ?? 0,
    matches,
    /** Identifies the list on all its pages. */
    listKey: hashKey([filter]),
    /** Identifies a page of a list. Null while the rows of another page are shown. */
    pageKey: list.query.isPlaceholderData ? null : `${hashKey(key)} ${list.page.offset}`,
    status: statusOf(filters),
    active: activeFilters(filters, filterLabels, change),
    change,
    chooseStatus: (status: StatusChoice) => set(withStatus(filters, status)),
    clear: () => set(noFilters),
  };
}

export type Queue = ReturnType<typeof useQueue>;

interface Chosen {
  /** The list that the rows were selected from. A change of filters clears the selection. */
  of: string;
  rows: ReadonlyMap<string, ShadowAiDetection>;
  /** Whether every match is selected, on other pages too. */
  all: boolean;
}

/** The selected rows, across the pages of one list. */
export function useSelection(of: string, shown: readonly ShadowAiDetection[]) {
  const [kept, setKept] = useState<Chosen>({ of, rows: new Map(), all: false });
  const chosen = kept.of === of ? kept : { of, rows: new Map<string, ShadowAiDetection>(), all: false };
  const known = new Map([...chosen.rows, ...shown.map((row) => [row.id, row] as const)]);
  const rowsOf = (ids: Iterable<string>) => [...ids].flatMap((id) => known.get(id) ?? []);

  return {
    ids: new Set(chosen.rows.keys()),
    /** In their current state, if they are on the current page. */
    rows: rowsOf(chosen.rows.keys()),
    all: chosen.all,
    change: (ids: Iterable<string>) =>
      setKept({ of, rows: new Map(rowsOf(ids).map((row) => [row.id, row])), all: false }),
    selectAll: () => setKept({ ...chosen, all: true }),
  };
}

export type QueueSelection = ReturnType<typeof useSelection>;

interface Held {
  /** The page that the row was on. */
  of: string;
  index: number;
  row: ShadowAiDetection;
}

interface HeldRows {
  rows: readonly ShadowAiDetection[];
  /** The row that has left the list but is still shown. */
  heldId: string | null;
}

/**
 * Keeps the current row in place when it leaves the list, as an open detection does when it is investigated, so that the
 * next shortcut still applies to it. The row is released when another row or page is shown. `of` is the `pageKey`.
 */
export function useHeldRow(rows: readonly ShadowAiDetection[], currentId: string | null, of: string | null): HeldRows {
  const [held, setHeld] = useState<Held | null>(null);
  const index = rows.findIndex(({ id }) => id === currentId);
  const row = rows[index];
  if (of !== null && row && (held?.row !== row || held.index !== index || held.of !== of)) setHeld({ of, index, row });
  const isHeld = !row && held !== null && held.row.id === currentId && held.of === of;
  const now = useDetection(isHeld ? currentId : null);
  if (!isHeld) return { rows, heldId: null };
  return {
    rows: [...rows.slice(0, held.index), now.data?.data ?? held.row, ...rows.slice(held.index)],
    heldId: currentId,
  };
}
