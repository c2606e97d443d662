import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { onlyForPeople } from "@/lib/require-permission";
import { findView, type StoredView, type Viewer } from "@/lib/saved-views/store";

/** The person who asks: a key has no views. */
export function viewerOf({ organisation, actor }: Pick<Context, "organisation" | "actor">): Viewer {
  if (actor.kind !== "user") throw onlyForPeople();
  return { organisationId: organisation.id, memberId: actor.id };
}

/**
 * A view that the person owns. One that they cannot see is `not_found`, another's that is shared `insufficient_scope`: who
 * it was given to may use it as it is.
 */
export async function ownView(tx: Transaction, viewer: Viewer, id: string): Promise<StoredView> {
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

export function nameTaken(name: string): ServiceError {
  return new ServiceError("conflict", `You have a view named "${name}" on this page already. Choose another name.`, {
    details: [{ path: "name", message: "is taken" }],
  });
}
