import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { queueMail } from "@/lib/mail";
import type { RenderedMail } from "@/lib/mail/content";
import type { ExceptionMail } from "@/lib/mail/templates/exception";
import { exceptionDecidedMail } from "@/lib/mail/templates/exception-decided";
import { exceptionRequestedMail } from "@/lib/mail/templates/exception-requested";
import { findOrganisation } from "@/lib/organisations";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import type { StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";

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
