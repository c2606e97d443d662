import { type Block, type Fact, linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import { asOwner, type Notice, nextSteps, organisationFact, shownTime } from "@/lib/platform/mail/templates/parts";

export interface ExceptionMail extends Notice {
  detection: { id: string; provider: string; endpoint: string };
  request: {
    id: string;
    /** APPROVED or REJECTED after the decision. */
    status: string;
    justification: string;
    expiresAt: Date;
    requestedBy: string;
    decidedBy: string | null;
    decisionNote: string | null;
  };
}

function exceptionFacts({ detection, request, organisation }: ExceptionMail, more: Fact[] = []): Block {
  return {
    kind: "facts",
    facts: [
      { name: "Service", value: `${detection.provider} at ${detection.endpoint}` },
      { name: "Detection", value: detection.id, code: true },
      organisationFact(organisation),
      { name: "Expires", value: shownTime(request.expiresAt) },
      { name: "Justification", value: request.justification },
      ...more,
    ],
  };
}

function detectionLink({ publicUrl, detection }: ExceptionMail): Block[] {
  return linkTo(publicUrl, `/shadow-ai/${detection.id}`, "Open the detection");
}

export function exceptionRequestedMail(given: ExceptionMail): RenderedMail {
  const { detection, organisation, request } = given;
  const decision = `POST /v1/shadow-ai/exceptions/${request.id}`;
  return renderMail({
    subject: `Shadow AI: exception requested for ${detection.endpoint}`,
    preheader: `${request.requestedBy} requests an exception for ${detection.provider}.`,
    title: "An exception was requested",
    blocks: [
      `${request.requestedBy} requests a temporary exception for unapproved use of AI at ${organisation.name}. Another member who can approve exceptions must decide on it.`,
      exceptionFacts(given),
      ...nextSteps(
        { text: "Approve the exception:", call: `${decision}/approve {}` },
        { text: "Or reject it with a reason:", call: `${decision}/reject {"note":"…"}` },
      ),
      ...detectionLink(given),
    ],
    reason: asOwner(organisation),
  });
}

export function exceptionDecidedMail(given: ExceptionMail): RenderedMail {
  const { detection, organisation, request } = given;
  const isApproved = request.status === "APPROVED";
  const outcome = isApproved ? "approved" : "rejected";
  return renderMail({
    subject: `Shadow AI: your exception for ${detection.endpoint} was ${outcome}`,
    preheader: `${request.decidedBy} ${outcome} your request at ${organisation.name}.`,
    title: `Your exception was ${outcome}`,
    blocks: [
      isApproved
        ? "The use is allowed. The detection will be reopened when the exception expires, or earlier if use grows far beyond its current volume."
        : "The use is not allowed. The detection keeps its status and must be resolved in another way.",
      exceptionFacts(given, [
        { name: isApproved ? "Approved by" : "Rejected by", value: request.decidedBy ?? "unknown" },
        ...(request.decisionNote === null ? [] : [{ name: "Note", value: request.decisionNote }]),
      ]),
      ...detectionLink(given),
    ],
    reason: `You are receiving this e-mail because you requested this exception (${request.id}) at ${organisation.name}.`,
  });
}
