"use client";

import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import type { SavedViewPage } from "@/lib/domains/saved-views/enums";
import type { CreateSavedView, SavedView, SavedViewList, UpdateSavedView } from "@/lib/domains/saved-views/schemas";
import { viewActions as texts } from "./texts";

const path = "/v1/saved-views";

/** The views of a page: the member's own by name, then the views shared by others. */
export function useSavedViews(page: SavedViewPage, enabled: boolean) {
  return useRead<SavedViewList>(keys.savedViews(page), path, { query: { page }, enabled });
}

export interface ViewChange extends UpdateSavedView {
  id: string;
  /** The message after the change. */
  message: string;
}

/** Creates, updates and deletes views of a page. */
export function useViewChanges(page: SavedViewPage) {
  const invalidates = [keys.savedViews(page)];
  const create = useSend<Omit<CreateSavedView, "page">, SavedView>({
    send: (view) => api.post(path, { page, ...view }, { idempotencyKey: crypto.randomUUID() }),
    invalidates,
    success: ({ name }) => texts.viewSaved(name),
    errors: "form",
  });
  const patch = {
    send: ({ id, message: _message, ...change }: ViewChange) => api.patch<SavedView>(`${path}/${id}`, change),
    invalidates,
    success: (_view: SavedView, { message }: ViewChange) => message,
  };
  const update = useSend(patch);
  const rename = useSend({ ...patch, errors: "form" as const });
  const remove = useSend<SavedView, void>({
    send: ({ id }) => api.delete(`${path}/${id}`),
    invalidates,
    success: (_nothing, { name, query, shared }) => ({
      message: texts.viewDeleted(name),
      undo: () => api.post(path, { page, name, query, shared }),
    }),
  });
  return { create, update, rename, remove };
}

/** Whether two query strings have the same members, in any order. */
export function isSameQuery(one: string, other: string): boolean {
  return sorted(one) === sorted(other);
}

function sorted(query: string): string {
  const members = new URLSearchParams(query);
  members.sort();
  return members.toString();
}
