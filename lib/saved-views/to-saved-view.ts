import type { SavedView } from "@/lib/saved-views/schemas";
import type { StoredView, Viewer } from "@/lib/saved-views/store";
import type { SavedViewPage } from "@/lib/saved-views/vocabulary";

/** A stored view as a person sees it. */
export function toSavedView(stored: StoredView, { memberId }: Viewer): SavedView {
  const { id, name, query, shared } = stored;
  return {
    ...{ id, name, query, shared },
    page: stored.page as SavedViewPage,
    mine: stored.memberId === memberId,
    ownerName: stored.member.name,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}
