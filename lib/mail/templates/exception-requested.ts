import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import { type ExceptionMail, exceptionFacts, exceptionLink } from "@/lib/mail/templates/exception";

/** Tells the owner that somebody asks for an exception, so that it is decided. */
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
