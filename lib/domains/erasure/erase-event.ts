import { findAlertsAbout } from "@/lib/domains/alert-policies";
import { eraseContent, findErasable } from "@/lib/domains/audit-chain";
import type { EraseContent, Erasure } from "@/lib/domains/erasure/schemas";
import { findPackagesShowing } from "@/lib/domains/evidence";
import { unlinkTickets } from "@/lib/domains/integrations";
import { heldBy, holdsOver } from "@/lib/domains/legal-holds";
import { findAllowances } from "@/lib/domains/organisations";
import { redactMessages } from "@/lib/domains/webhooks";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { forgetRequests } from "@/lib/platform/http/idempotency-store";

/**
 * Permanently erases the content of an event and its changeable copies; the header and hashes are kept. Returns
 * documents that contain the content and cannot be changed. @throws `not_found`, `erasure_disabled`, `not_erasable` for
 * the service's own records, `conflict` if already erased, `legal_hold`.
 */
export async function eraseEvent(ctx: Context, eventId: string, input: EraseContent): Promise<Erasure> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const event = await findErasable(tx, organisationId, eventId);
    if (!event) throw notFound("audit event");
    if (!(await findAllowances(tx, organisationId))?.contentErasure) throw erasureDisabled();
    if (event.isAdministrative) throw notErasable();
    const atMs = Date.parse(event.timestamp);
    const holds = await holdsOver(tx, organisationId, {
      modelId: event.modelId,
      period: { fromMs: atMs, toMs: atMs },
    });
    if (holds.length > 0) throw heldBy(holds);
    // A concurrent erasure may have finished before the lock was acquired.
    const current = await findErasable(tx, organisationId, eventId);
    if (!current?.hasContent) throw new ServiceError("conflict", "The content of this event was already erased.");
    const evidencePackages = await findPackagesShowing(tx, organisationId, event);
    const alertEvents = await findAlertsAbout(tx, organisationId, eventId);
    await forgetCopies(tx, organisationId, eventId);
    const erased = await eraseContent(ctx, tx, event, input);
    const { chainPosition, contentHash } = event;
    return { eventId, chainPosition, contentHash, erased, evidencePackages, alertEvents };
  });
}

/** Deletes copies of the content, or unsalted hashes of it, that are not evidence. */
async function forgetCopies(tx: Transaction, organisationId: string, eventId: string): Promise<void> {
  await forgetRequests(tx, { organisationId, operation: "POST /v1/audit/batch", naming: eventId });
  await redactMessages(tx, organisationId, eventId);
  await unlinkTickets(tx, organisationId, eventId);
}

function erasureDisabled(): ServiceError {
  return new ServiceError(
    "erasure_disabled",
    "Content erasure is disabled for this organisation. An administrator can enable it in the organisation's settings (`contentErasure`).",
  );
}

function notErasable(): ServiceError {
  return new ServiceError(
    "not_erasable",
    "Events of the system model are the service's own records and cannot be erased.",
  );
}
