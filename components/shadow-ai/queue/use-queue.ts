"use client";

import { hashKey } from "@tanstack/react-query";
import { keys } from "@/components/api/keys";
import { useSession } from "@/components/app/session";
import { useList } from "@/components/data-table/use-list";
import { activeFilters } from "@/components/filters/active-filters";
import { useFilters } from "@/components/filters/use-filters";
import type { ShadowAiDetection, ShadowAiDetectionList } from "@/lib/shadow-ai/schemas";
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
import { filterWords } from "./filter-words";

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
