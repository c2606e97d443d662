import { type Block, type Fact, linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import { shownTime } from "@/lib/platform/mail/templates/endpoint-mails";

export interface ExceptionMail {
  organisation: { id: string; name: string };
  detection: { id: string; provider: string; endpoint: string };
  request: {
    id: string;
    /** APPROVED or REJECTED once it is decided. */
    status: string;
    justification: string;
    expiresAt: Date;
    requestedBy: string;
    decidedBy: string | null;
    decisionNote: string | null;
  };
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

function exceptionFacts({ detection, request, organisation }: ExceptionMail, more: Fact[] = []): Block {
  return {
    kind: "facts",
    facts: [
      { name: "Use", value: `${detection.provider} at ${detection.endpoint}` },
      { name: "Detection", value: detection.id, code: true },
      { name: "Organisation", value: `${organisation.name} · ${organisation.id}` },
      { name: "Until", value: shownTime(request.expiresAt) },
      { name: "Justification", value: request.justification },
      ...more,
    ],
  };
}

function exceptionLink({ publicUrl, detection }: ExceptionMail): Block[] {
  return linkTo(publicUrl, `/shadow-ai/${detection.id}`, "Look at the detection");
}

export function exceptionRequestedMail(given: ExceptionMail): RenderedMail {
  const { detection, organisation, request } = given;
  return renderMail({
    subject: `Shadow AI: an exception is asked for ${detection.endpoint}`,
    preheader: `${request.requestedBy} asks that a use of ${detection.provider} be allowed for a time.`,
    title: "Somebody asks for an exception",
    blocks: [
      {
        kind: "paragraph",
        text: `${request.requestedBy} asks that a use of AI which nobody approved be allowed for a time at ${organisation.name}. Somebody else, who may approve exceptions, decides about it.`,
      },
      exceptionFacts(given),
      { kind: "heading", text: "What to do" },
      {
        kind: "steps",
        steps: [
          { text: "Allow it until then:", call: `POST /v1/shadow-ai/exceptions/${request.id}/approve {}` },
          {
            text: "Or refuse it, with a reason:",
            call: `POST /v1/shadow-ai/exceptions/${request.id}/reject {"note":"…"}`,
          },
        ],
      },
      ...exceptionLink(given),
    ],
    reason: `You receive this automatic message as the account owner of ${organisation.name}.`,
  });
}

export function exceptionDecidedMail(given: ExceptionMail): RenderedMail {
  const { detection, organisation, request } = given;
  const isApproved = request.status === "APPROVED";
  const word = isApproved ? "approved" : "rejected";
  return renderMail({
    subject: `Shadow AI: your exception for ${detection.endpoint} was ${word}`,
    preheader: `${request.decidedBy} ${word} what you asked for at ${organisation.name}.`,
    title: `Your exception was ${word}`,
    blocks: [
      {
        kind: "paragraph",
        text: isApproved
          ? `The use is allowed. When the exception ends, or when the use grows far beyond what it was, the detection is open again.`
          : "The use is not allowed. The detection stays as it was, to be decided in another way.",
      },
      exceptionFacts(given, [
        { name: isApproved ? "Approved by" : "Rejected by", value: request.decidedBy ?? "somebody" },
        ...(request.decisionNote === null ? [] : [{ name: "Note", value: request.decisionNote }]),
      ]),
      ...exceptionLink(given),
    ],
    reason: `You receive this automatic message because you asked for this exception (${request.id}) at ${organisation.name}.`,
  });
}
