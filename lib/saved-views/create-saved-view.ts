import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { requirePermission } from "@/lib/require-permission";
import type { CreateSavedView, SavedView } from "@/lib/saved-views/schemas";
import { countViews, insertView, isNameTaken, lockOwner } from "@/lib/saved-views/store";
import { toSavedView } from "@/lib/saved-views/to-saved-view";
import { nameTaken, viewerOf } from "@/lib/saved-views/viewer";

/** Views that a person may have, on all pages together. */
const viewsMax = 50;

/**
 * Saves a page's filters under a name. Throws `insufficient_scope` where it is to be shared by who may not share, and
 * `conflict` for a name that the person has on the page already, or one view too many.
 */
export async function createSavedView(ctx: Context, input: CreateSavedView): Promise<SavedView> {
  const viewer = viewerOf(ctx);
  if (input.shared) requirePermission(ctx, "views:share");
  return inTransaction(ctx.tx, async (tx) => {
    await lockOwner(tx, viewer);
    if (await isNameTaken(tx, viewer, input)) throw nameTaken(input.name);
    if ((await countViews(tx, viewer)) >= viewsMax) {
      throw new ServiceError("conflict", `You have ${viewsMax} views already. Delete one that you do not need.`);
    }
    const nowMs = ctx.clock.now();
    const now = new Date(nowMs);
    const id = newId("savedView", nowMs);
    return toSavedView(await insertView(tx, { id, ...viewer, ...input, createdAt: now, updatedAt: now }), viewer);
  });
}
