import type {
  CreateSavedView,
  ListSavedViews,
  SavedView,
  SavedViewList,
  UpdateSavedView,
} from "@/lib/domains/saved-views/schemas";
import {
  changeView,
  countViews,
  findView,
  findViews,
  insertView,
  isNameTaken,
  lockOwner,
  removeView,
  type StoredView,
  type Viewer,
} from "@/lib/domains/saved-views/store";
import type { SavedViewPage } from "@/lib/domains/saved-views/vocabulary";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { onlyForPeople, requirePermission } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

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

/** Views that others share which a list shows at most. */
const sharedMax = 500;

/** The person's own views by their names, then those that others share. */
export async function listSavedViews(ctx: Context, { page }: ListSavedViews): Promise<SavedViewList> {
  const viewer = viewerOf(ctx);
  const views = await findViews(viewer, { page, take: sharedMax });
  return { data: views.map((view) => toSavedView(view, viewer)) };
}

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

/** Deletes a view of the person's own. Throws `not_found`, `insufficient_scope` for a view of somebody else. */
export async function deleteSavedView(ctx: Context, id: string): Promise<void> {
  const viewer = viewerOf(ctx);
  await inTransaction(ctx.tx, async (tx) => {
    await ownView(tx, viewer, id);
    await removeView(tx, viewer, id);
  });
}

/** A stored view as a person sees it. */
function toSavedView(stored: StoredView, { memberId }: Viewer): SavedView {
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

/** The person who asks: a key has no views. */
function viewerOf({ organisation, actor }: Pick<Context, "organisation" | "actor">): Viewer {
  if (actor.kind !== "user") throw onlyForPeople();
  return { organisationId: organisation.id, memberId: actor.id };
}

/**
 * A view that the person owns. One that they cannot see is `not_found`, another's that is shared `insufficient_scope`: who
 * it was given to may use it as it is.
 */
async function ownView(tx: Transaction, viewer: Viewer, id: string): Promise<StoredView> {
  const found = await findView(tx, viewer, id);
  if (!found) throw notFound("saved view");
  if (found.memberId !== viewer.memberId) {
    throw new ServiceError(
      "insufficient_scope",
      "Only its owner may change or delete a view. Save it as one of your own.",
    );
  }
  return found;
}

function nameTaken(name: string): ServiceError {
  return new ServiceError("conflict", `You have a view named "${name}" on this page already. Choose another name.`, {
    details: [{ path: "name", message: "is taken" }],
  });
}
