import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import {
  assigneeBecause,
  type DetectionMail,
  detectionRecords,
  detectionReference,
  shownSubject,
} from "@/lib/mail/templates/detection";

/** Why the service opens a detection again, in words. */
const reasons: Readonly<Record<string, string>> = {
  RECURRENCE: "The use was stopped and has come back",
  EXCEPTION_EXPIRED: "Its approved exception has expired",
  EXCEPTION_BREACHED: "It goes beyond its approved exception",
};

/** Tells assignees that uses of AI which were dealt with are open again, and why. */
export function detectionReopenedMail(given: DetectionMail): RenderedMail {
  const { detections, organisation } = given;
  const isOne = detections.length === 1;
  return renderMail({
    subject: `Shadow AI: ${shownSubject(given)} ${isOne ? "is" : "are"} open again`,
    preheader: `${isOne ? "A detection that was" : "Detections that were"} resolved at ${organisation.name}.`,
    title: `${isOne ? "A detection is" : `${detections.length} detections are`} open again`,
    blocks: [
      {
        kind: "paragraph",
        text: `${isOne ? "A use of an AI service that was" : "Uses of AI services that were"} resolved ${isOne ? "is" : "are"} open again, and still assigned to you.`,
      },
      detectionRecords(given, ({ reopenedFor }) => reasons[reopenedFor ?? ""] ?? "It was opened again"),
      { kind: "heading", text: "What to do" },
      {
        kind: "steps",
        steps: [
          {
            text: "Look into it again:",
            call: `PATCH /v1/shadow-ai/${detections[0]?.id} {"status":"INVESTIGATING"}`,
          },
          { text: "Then resolve it anew. An exception that is still needed is approved again, with a new end." },
        ],
      },
      ...detectionReference(given),
    ],
    reason: assigneeBecause(given),
  });
}
