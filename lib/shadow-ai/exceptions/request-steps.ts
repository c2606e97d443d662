import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { queueMail } from "@/lib/mail";
import type { RenderedMail } from "@/lib/mail/render";
import { type ExceptionMail, exceptionDecidedMail, exceptionRequestedMail } from "@/lib/mail/templates/exception-mails";
import { findOrganisation } from "@/lib/organisations";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { tagsOf } from "@/lib/shadow-ai/detections/record-change";
import { deciderOf } from "@/lib/shadow-ai/exceptions/four-eyes";
import { endRequest, type StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";

/**
 * Approves the request that waited for the exception which somebody just approved, and tells the requester. The event that
 * tells of the step names the request.
 */
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
  // Whoever approves may have set another end.
  await mailDecided(ctx, tx, { ...stored, expiresAt: after.exceptionExpiresAt ?? stored.expiresAt }, after);
}

/** How events call the steps that leave the detection as it is; approval is a step of its triage. */
const kinds: Readonly<Record<string, string>> = {
  PENDING: "SHADOW_AI_EXCEPTION_REQUESTED",
  REJECTED: "SHADOW_AI_EXCEPTION_REJECTED",
  WITHDRAWN: "SHADOW_AI_EXCEPTION_WITHDRAWN",
};

/**
 * Tells the chain of a step that a request has taken, as the last thing in the transaction. It has no `stateHash`: nothing of
 * the detection changes, and what the chain last said of it stands. Of the words that people wrote nothing is in it.
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

type Mailer = Pick<Context, "organisation" | "clock">;

/** Tells the organisation's owner, where there is one, that somebody asks for an exception. */
export async function mailRequested(
  ctx: Mailer,
  tx: Transaction,
  request: StoredRequest,
  detection: StoredDetection,
): Promise<void> {
  const owner = (organisation: { ownerEmail: string | null }) => organisation.ownerEmail;
  await mail(ctx, tx, {
    request,
    detection,
    to: owner,
    template: "exception-requested",
    render: exceptionRequestedMail,
  });
}

/** Tells the requester what became of their request. */
export async function mailDecided(
  ctx: Mailer,
  tx: Transaction,
  request: StoredRequest,
  detection: StoredDetection,
): Promise<void> {
  const to = () => request.requestedBy;
  await mail(ctx, tx, { request, detection, to, template: "exception-decided", render: exceptionDecidedMail });
}

interface Told {
  request: StoredRequest;
  detection: StoredDetection;
  to(organisation: { ownerEmail: string | null }): string | null;
  template: string;
  render(given: ExceptionMail): RenderedMail;
}

async function mail(
  { organisation: { id: organisationId }, clock }: Mailer,
  tx: Transaction,
  { request, detection, to, template, render }: Told,
): Promise<void> {
  const organisation = await findOrganisation(organisationId);
  const recipient = organisation && to(organisation);
  if (!organisation || !recipient) return;
  const rendered = render({
    organisation,
    detection: { id: detection.id, provider: detection.provider, endpoint: detection.endpoint },
    request,
    publicUrl: env().PUBLIC_URL,
  });
  await queueMail(tx, { organisationId, to: recipient, template, ...rendered }, clock);
}
