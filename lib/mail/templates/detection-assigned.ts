import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import {
  assigneeBecause,
  type DetectionMail,
  detectionRecords,
  detectionReference,
  shownSubject,
} from "@/lib/mail/templates/detection";

/** Tells somebody which uses of AI that nobody approved they are to look into. */
export function detectionAssignedMail(given: DetectionMail): RenderedMail {
  const { detections, organisation } = given;
  const isOne = detections.length === 1;
  return renderMail({
    subject: `Shadow AI: ${shownSubject(given)} assigned to you`,
    preheader: `${isOne ? "A use" : "Uses"} of AI outside approved governance at ${organisation.name}.`,
    title: `${isOne ? "A detection was" : `${detections.length} detections were`} assigned to you`,
    blocks: [
      {
        kind: "paragraph",
        text: `${isOne ? "A use" : "Uses"} of AI services that nobody approved ${isOne ? "was" : "were"} found in the network traffic of ${organisation.name}. Find out who uses the service and for what.`,
      },
      detectionRecords(given, ({ status }) => status),
      { kind: "heading", text: "What to do" },
      {
        kind: "steps",
        steps: [
          {
            text: "Say that you look into it:",
            call: `PATCH /v1/shadow-ai/${detections[0]?.id} {"status":"INVESTIGATING"}`,
          },
          {
            text: "Resolve it: register the model and name it (ONBOARDED), have the use stopped (STOPPED), allow it for a time with a reason (APPROVED_EXCEPTION), or say that it was no AI (FALSE_POSITIVE).",
          },
        ],
      },
      ...detectionReference(given),
    ],
    reason: assigneeBecause(given),
  });
}
