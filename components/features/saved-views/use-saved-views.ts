"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import type { CreateSavedView, SavedView, SavedViewList, UpdateSavedView } from "@/lib/domains/saved-views/schemas";
import type { SavedViewPage } from "@/lib/domains/saved-views/vocabulary";

const path = "/v1/saved-views";

/** The views of a page: one's own by their names, then those that others share. */
export function useSavedViews(page: SavedViewPage, enabled: boolean) {
  return useQuery({
    queryKey: keys.savedViews(page),
    queryFn: ({ signal }) => api.get<SavedViewList>(path, { page }, { signal }),
    enabled,
  });
}

interface Change extends UpdateSavedView {
  id: string;
  /** What to say of it. */
  said: string;
}

/** Makes, changes and deletes views of a page. */
export function useViewChanges(page: SavedViewPage) {
  const invalidates = [keys.savedViews(page)];
  const create = useSend<Omit<CreateSavedView, "page">, SavedView>({
    send: (view) => api.post(path, { page, ...view }, { idempotencyKey: crypto.randomUUID() }),
    invalidates,
    success: ({ name }) => `The view “${name}” is saved.`,
    errors: "form",
  });
  const patch = {
    send: ({ id, said: _said, ...change }: Change) => api.patch<SavedView>(`${path}/${id}`, change),
    invalidates,
    success: (_view: SavedView, { said }: Change) => said,
  };
  const update = useSend(patch);
  const rename = useSend({ ...patch, errors: "form" as const });
  const remove = useSend<SavedView, void>({
    send: ({ id }) => api.delete(`${path}/${id}`),
    invalidates,
    success: (_nothing, { name, query, shared }) => ({
      message: `The view “${name}” is deleted.`,
      undo: () => api.post(path, { page, name, query, shared }),
    }),
  });
  return { create, update, rename, remove };
}

/** Whether two query strings ask for the same, whatever the order of their members. */
export function isSameQuery(one: string, other: string): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(query: string): string {
  const members = new URLSearchParams(query);
  members.sort();
  return members.toString();
}
