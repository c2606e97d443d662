import type { Context } from "@/lib/context";
import type { ListSavedViews, SavedViewList } from "@/lib/saved-views/schemas";
import { findViews } from "@/lib/saved-views/store";
import { toSavedView } from "@/lib/saved-views/to-saved-view";
import { viewerOf } from "@/lib/saved-views/viewer";

/** Views that others share which a list shows at most. */
const sharedMax = 500;

/** The person's own views by their names, then those that others share. */
export async function listSavedViews(ctx: Context, { page }: ListSavedViews): Promise<SavedViewList> {
  const viewer = viewerOf(ctx);
  const views = await findViews(viewer, { page, take: sharedMax });
  return { data: views.map((view) => toSavedView(view, viewer)) };
}
