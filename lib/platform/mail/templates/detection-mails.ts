import { type Block, type RenderedMail, referenceLink, renderMail } from "@/lib/platform/mail/render";

export interface MailedDetection {
  id: string;
  provider: string;
  endpoint: string;
  severity: string;
  status: string;
  /** From 0 to 100. */
  score: number;
  department: string | null;
  /** Why the service opened it again, as the API names it; null where it did not. */
  reopenedFor: string | null;
}

export interface DetectionMail {
  organisation: { id: string; name: string };
  detections: MailedDetection[];
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

const shownMax = 10;

/** `api.openai.com`, or `3 detections`. */
function shownSubject({ detections }: DetectionMail): string {
  const [only] = detections;
  return detections.length === 1 && only ? only.endpoint : `${detections.length} detections`;
}

/** The detections, ten at most, each with a problem and with where it is read. */
function detectionRecords({ detections }: DetectionMail, problemOf: (detection: MailedDetection) => string): Block {
  const more = detections.length - shownMax;
  return {
    kind: "records",
    records: detections.slice(0, shownMax).map((detection) => ({
      title: `${detection.provider} at ${detection.endpoint}`,
      problem: problemOf(detection),
      details: [
        `Severity ${detection.severity}, score ${detection.score} of 100.`,
        ...(detection.department === null ? [] : [`Department: ${detection.department}.`]),
        `GET /v1/shadow-ai/${detection.id}`,
      ],
    })),
    more: more > 0 ? `and ${more} more` : null,
  };
}

function assigneeBecause({ organisation }: DetectionMail): string {
  return `You receive this automatic message because detections of ${organisation.name} (${organisation.id}) are assigned to you.`;
}

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
      ...referenceLink(given.publicUrl),
    ],
    reason: assigneeBecause(given),
  });
}

/** Why the service opens a detection again, in words. */
const reasons: Readonly<Record<string, string>> = {
  RECURRENCE: "The use was stopped and has come back",
  EXCEPTION_EXPIRED: "Its approved exception has expired",
  EXCEPTION_BREACHED: "It goes beyond its approved exception",
};

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
      ...referenceLink(given.publicUrl),
    ],
    reason: assigneeBecause(given),
  });
}
