import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import { type ExceptionMail, exceptionFacts, exceptionLink } from "@/lib/mail/templates/exception";

/** Tells whoever asked for an exception what became of it. */
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
