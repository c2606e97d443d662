import {
  type CreateSavedView,
  type ListSavedViews,
  SavedView,
  type SavedViewList,
  type UpdateSavedView,
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
import { withIsoDates } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { onlyForPeople, requirePermission } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { applyChange } from "@/lib/platform/resource/apply-change";

/** The maximum number of views per member, over all pages. */
const viewsMax = 50;

/** Throws `insufficient_scope` for sharing without permission, and `conflict` for a taken name or too many views. */
export async function createSavedView(ctx: Context, input: CreateSavedView): Promise<SavedView> {
  const viewer = viewerOf(ctx);
  if (input.shared) requirePermission(ctx, "views:share");
  return inTransaction(ctx.tx, async (tx) => {
    await lockOwner(tx, viewer);
    if (await isNameTaken(tx, viewer, input)) throw nameTaken(input.name);
    if ((await countViews(tx, viewer)) >= viewsMax) {
      throw new ServiceError("conflict", `You already have ${viewsMax} saved views. Delete one to save another.`);
    }
    const nowMs = ctx.clock.now();
    const now = new Date(nowMs);
    const id = newId("savedView", nowMs);
    return toSavedView(await insertView(tx, { id, ...viewer, ...input, createdAt: now, updatedAt: now }), viewer);
  });
}

/** The maximum number of shared views in a list. */
const sharedMax = 500;

export async function listSavedViews(ctx: Context, { page }: ListSavedViews): Promise<SavedViewList> {
  const viewer = viewerOf(ctx);
  const views = await findViews(viewer, { page, take: sharedMax });
  return { data: views.map((view) => toSavedView(view, viewer)) };
}

/** Throws `not_found`, `insufficient_scope` for another member's view or for sharing, and `conflict` for a taken name. */
export async function updateSavedView(ctx: Context, id: string, patch: UpdateSavedView): Promise<SavedView> {
  const viewer = viewerOf(ctx);
  return applyChange(ctx, {
    noun: "saved view",
    patch,
    expectedVersion: undefined,
    async lock(tx) {
      await lockOwner(tx, viewer);
      return ownView(tx, viewer, id);
    },
    view: (stored: StoredView) => toSavedView(stored, viewer),
    async check({ page }, { given: { name, shared } }, tx) {
      if (shared) requirePermission(ctx, "views:share");
      if (name !== undefined && (await isNameTaken(tx, viewer, { page, name }))) throw nameTaken(name);
    },
    save: (_, { given, now }, tx) => changeView(tx, viewer, id, { ...given, updatedAt: now }),
  });
}

/** Throws `not_found`, and `insufficient_scope` for another member's view. */
export async function deleteSavedView(ctx: Context, id: string): Promise<void> {
  const viewer = viewerOf(ctx);
  await inTransaction(ctx.tx, async (tx) => {
    await ownView(tx, viewer, id);
    await removeView(tx, viewer, id);
  });
}

function toSavedView(stored: StoredView, { memberId }: Viewer): SavedView {
  return SavedView.parse({
    ...withIsoDates(stored),
    mine: stored.memberId === memberId,
    ownerName: stored.member.name,
  });
}

/** API keys have no views. */
function viewerOf({ organisation, actor }: Pick<Context, "organisation" | "actor">): Viewer {
  if (actor.kind !== "user") throw onlyForPeople();
  return { organisationId: organisation.id, memberId: actor.id };
}

/** One of the viewer's own views. Throws `not_found`, and `insufficient_scope` for a view that another member shares. */
async function ownView(tx: Transaction, viewer: Viewer, id: string): Promise<StoredView> {
  const found = await findView(tx, viewer, id);
  if (!found) throw notFound("saved view");
  if (found.memberId !== viewer.memberId) {
    throw new ServiceError(
      "insufficient_scope",
      "Only the owner can change or delete a view. Save it as your own view instead.",
    );
  }
  return found;
}

function nameTaken(name: string): ServiceError {
  return new ServiceError("conflict", `You already have a view named "${name}" on this page. Choose another name.`, {
    details: [{ path: "name", message: "is taken" }],
  });
}
