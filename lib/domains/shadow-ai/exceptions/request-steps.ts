import { appendInTransaction } from "@/lib/domains/audit-chain";
import { findOrganisation } from "@/lib/domains/organisations";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { tagsOf } from "@/lib/domains/shadow-ai/detections/record-change";
import { deciderOf } from "@/lib/domains/shadow-ai/exceptions/four-eyes";
import { endRequest, type StoredRequest } from "@/lib/domains/shadow-ai/exceptions/request-store";
import { env } from "@/lib/platform/config/env";
import type { Context } from "@/lib/platform/core/context";
import type { Transaction } from "@/lib/platform/database/db";
import { queueMail } from "@/lib/platform/mail";
import { exceptionDecidedMail, exceptionRequestedMail } from "@/lib/platform/mail/templates/shadow-ai-mails";

/** Approves the pending exception request behind an approved exception, and notifies the requester. */
export async function settleRequest(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  { request, after, note }: { request: StoredRequest; after: StoredDetection; note: string | null },
): Promise<void> {
  const stored = await endRequest(tx, request, {
    status: "APPROVED",
    ...deciderOf(ctx.actor),
    decidedAt: new Date(ctx.clock.now()),
    decisionNote: note,
  });
  // The approver may have set a different end.
  const expiresAt = after.exceptionExpiresAt ?? stored.expiresAt;
  await mailAboutRequest(ctx, tx, "decided", { ...stored, expiresAt }, after);
}

/** Event kinds that leave the detection unchanged; approval is a triage step. */
const kinds: Readonly<Record<string, string>> = {
  PENDING: "SHADOW_AI_EXCEPTION_REQUESTED",
  REJECTED: "SHADOW_AI_EXCEPTION_REJECTED",
  WITHDRAWN: "SHADOW_AI_EXCEPTION_WITHDRAWN",
};

/**
 * Records a request step on the chain, as the last step of the transaction. The event has no `stateHash`, because the
 * detection does not change, and contains no free text.
 */
export async function recordRequestStep(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  request: StoredRequest,
  detection: StoredDetection,
  deciderCredentialChanges?: Record<string, unknown>[],
): Promise<void> {
  const payload = {
    kind: kinds[request.status] ?? "SHADOW_AI_EXCEPTION",
    detectionId: detection.id,
    exceptionRequestId: request.id,
    requestedById: request.requestedById,
    provider: detection.provider,
    endpointHost: detection.endpoint,
    severity: detection.severity,
    status: detection.status,
    exceptionExpiresAt: request.expiresAt.toISOString(),
    ...(deciderCredentialChanges && { deciderCredentialChanges }),
  };
  const records = [{ table: "shadow_ai_exception_requests" as const, id: request.id }];
  await appendInTransaction(ctx, tx, [{ eventType: "HUMAN_REVIEW", tags: tagsOf(detection), payload, records }]);
}

/** Notifies the organisation's owner, if any, of an exception request, or the requester of the decision. */
export async function mailAboutRequest(
  { organisation: { id: organisationId }, clock }: Pick<Context, "organisation" | "clock">,
  tx: Transaction,
  what: "requested" | "decided",
  request: StoredRequest,
  detection: StoredDetection,
): Promise<void> {
  const organisation = await findOrganisation(organisationId);
  const to = what === "requested" ? organisation?.ownerEmail : request.requestedBy;
  if (!organisation || !to) return;
  const render = what === "requested" ? exceptionRequestedMail : exceptionDecidedMail;
  const rendered = render({ organisation, detection, request, publicUrl: env().PUBLIC_URL });
  await queueMail(tx, { organisationId, to, template: `exception-${what}`, ...rendered }, clock);
}
