import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { findEvent } from "@/lib/audit-chain/store";
import { toEvent } from "@/lib/audit-chain/to-event";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

/** One event of the organisation. Throws `not_found`, the same for another organisation's event. */
export async function getEvent(ctx: Context, eventId: string): Promise<AuditEvent> {
  const stored = await findEvent(ctx.organisation.id, eventId);
  if (!stored) throw notFound("audit event");
  return toEvent(stored);
}
