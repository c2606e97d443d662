import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { removeView } from "@/lib/saved-views/store";
import { ownView, viewerOf } from "@/lib/saved-views/viewer";

/** Deletes a view of the person's own. Throws `not_found`, `insufficient_scope` for a view of somebody else. */
export async function deleteSavedView(ctx: Context, id: string): Promise<void> {
  const viewer = viewerOf(ctx);
  await inTransaction(ctx.tx, async (tx) => {
    await ownView(tx, viewer, id);
    await removeView(tx, viewer, id);
  });
}
