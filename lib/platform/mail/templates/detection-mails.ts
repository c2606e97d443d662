import { type Block, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import { type Notice, nextSteps, records, referenceLink } from "@/lib/platform/mail/templates/parts";

interface MailedDetection {
  id: string;
  provider: string;
  endpoint: string;
  severity: string;
  status: string;
  /** From 0 to 100. */
  score: number;
  department: string | null;
  /** The API's reason code if the service reopened the detection. */
  reopenedFor: string | null;
}

export interface DetectionMail extends Notice {
  detections: MailedDetection[];
}

interface DetectionTexts {
  /** `assigned to you`, after the endpoint or the number of detections. */
  subject: string;
  preheader: string;
  title: string;
  text: string;
  problemOf: (detection: MailedDetection) => string;
  steps: Block[];
}

function detectionMail(
  given: DetectionMail,
  { subject, problemOf, text, steps, ...texts }: DetectionTexts,
): RenderedMail {
  const { detections, organisation } = given;
  const [only] = detections;
  const about = detections.length === 1 && only ? only.endpoint : `${detections.length} detections`;
  return renderMail({
    ...texts,
    subject: `Shadow AI: ${about} ${subject}`,
    blocks: [
      text,
      records(detections, (detection) => ({
        title: `${detection.provider} at ${detection.endpoint}`,
        problem: problemOf(detection),
        details: [
          `Severity ${detection.severity}, score ${detection.score} of 100.`,
          ...(detection.department === null ? [] : [`Department: ${detection.department}.`]),
          `GET /v1/shadow-ai/${detection.id}`,
        ],
      })),
      ...steps,
      ...referenceLink(given),
    ],
    reason: `You are receiving this e-mail because detections of ${organisation.name} (${organisation.id}) are assigned to you.`,
  });
}

function investigateCall({ detections }: DetectionMail): string {
  return `PATCH /v1/shadow-ai/${detections[0]?.id} {"status":"INVESTIGATING"}`;
}

export function detectionAssignedMail(given: DetectionMail): RenderedMail {
  const { detections, organisation } = given;
  const isOne = detections.length === 1;
  return detectionMail(given, {
    subject: "assigned to you",
    preheader: `Unapproved use of AI at ${organisation.name}.`,
    title: isOne ? "A detection was assigned to you" : `${detections.length} detections were assigned to you`,
    text: `Unapproved use of AI services was detected in the network traffic of ${organisation.name}. Find out who uses ${isOne ? "the service" : "the services"} and for what purpose.`,
    problemOf: ({ status }) => status,
    steps: nextSteps(
      { text: "Start the investigation:", call: investigateCall(given) },
      {
        text: "Resolve the detection: link a registered model (ONBOARDED), stop the use (STOPPED), allow it for a limited time (APPROVED_EXCEPTION), or report that it is not AI (FALSE_POSITIVE).",
      },
    ),
  });
}

const reopenReasons: Readonly<Record<string, string>> = {
  RECURRENCE: "The use was stopped and has recurred",
  EXCEPTION_EXPIRED: "The approved exception has expired",
  EXCEPTION_BREACHED: "The use exceeds the approved exception",
};

export function detectionReopenedMail(given: DetectionMail): RenderedMail {
  const { detections, organisation } = given;
  const isOne = detections.length === 1;
  return detectionMail(given, {
    subject: isOne ? "was reopened" : "were reopened",
    preheader: `Previously resolved at ${organisation.name}.`,
    title: isOne ? "A detection was reopened" : `${detections.length} detections were reopened`,
    text: isOne
      ? "A resolved detection was reopened. It is still assigned to you."
      : "Resolved detections were reopened. They are still assigned to you.",
    problemOf: ({ reopenedFor }) => reopenReasons[reopenedFor ?? ""] ?? "Reopened",
    steps: nextSteps(
      { text: "Start a new investigation:", call: investigateCall(given) },
      { text: "Resolve the detection. If an exception is still needed, approve it with a new end date." },
    ),
  });
}
