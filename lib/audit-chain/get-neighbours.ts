import type { EventNeighbours } from "@/lib/audit-chain/schemas";
import { findEvent, findEventAt } from "@/lib/audit-chain/store";
import { toEvent } from "@/lib/audit-chain/to-event";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

/**
 * The events on both sides of one, by position: null where the chain begins or ends, and where the neighbour is missing.
 * Throws `not_found`.
 */
export async function getNeighbours(ctx: Context, eventId: string): Promise<EventNeighbours> {
  const organisationId = ctx.organisation.id;
  const stored = await findEvent(organisationId, eventId);
  if (!stored) throw notFound("audit event");
  const [previous, next] = await Promise.all(
    [-1, 1].map((step) => findEventAt(organisationId, stored.chainPosition + step)),
  );
  return { previous: previous ? toEvent(previous) : null, next: next ? toEvent(next) : null };
}
