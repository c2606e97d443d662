import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { requirePermission } from "@/lib/require-permission";
import type { SavedView, UpdateSavedView } from "@/lib/saved-views/schemas";
import { changeView, isNameTaken, lockOwner } from "@/lib/saved-views/store";
import { toSavedView } from "@/lib/saved-views/to-saved-view";
import { nameTaken, ownView, viewerOf } from "@/lib/saved-views/viewer";

/**
 * Sets what `change` names and leaves the rest. Throws `not_found`, `insufficient_scope` for a view of somebody else or for
 * sharing by who may not share, `conflict` for a name that is taken.
 */
export async function updateSavedView(ctx: Context, id: string, change: UpdateSavedView): Promise<SavedView> {
  const viewer = viewerOf(ctx);
  return inTransaction(ctx.tx, async (tx) => {
    await lockOwner(tx, viewer);
    const stored = await ownView(tx, viewer, id);
    const { name = stored.name, query = stored.query, shared = stored.shared } = change;
    if (shared && !stored.shared) requirePermission(ctx, "views:share");
    if (await isNameTaken(tx, viewer, { page: stored.page, name, exceptId: id })) throw nameTaken(name);
    if (name === stored.name && query === stored.query && shared === stored.shared) return toSavedView(stored, viewer);
    const updatedAt = new Date(Math.max(ctx.clock.now(), stored.updatedAt.getTime()));
    return toSavedView(await changeView(tx, viewer, id, { name, query, shared, updatedAt }), viewer);
  });
}
