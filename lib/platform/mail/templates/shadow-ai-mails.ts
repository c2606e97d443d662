import { type Block, linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import {
  asOwner,
  because,
  facts,
  type NextStep,
  type Notice,
  nextSteps,
  organisationFact,
  records,
  referenceLink,
  shownTime,
} from "@/lib/platform/mail/templates/parts";

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

interface DetectionMail extends Notice {
  detections: MailedDetection[];
}

interface DetectionTexts {
  /** `assigned to you`, after the endpoint or the number of detections. */
  subject: string;
  preheader: string;
  title: string;
  text: string;
  problemOf: (detection: MailedDetection) => string;
  /** Of the step that starts the investigation. */
  investigate: string;
  resolve: string;
}

function detectionMail(given: DetectionMail, texts: DetectionTexts): RenderedMail {
  const { detections, organisation } = given;
  const [first] = detections;
  const { preheader, title } = texts;
  const about = detections.length === 1 && first ? first.endpoint : `${detections.length} detections`;
  const investigation: NextStep = [texts.investigate, `PATCH /v1/shadow-ai/${first?.id} {"status":"INVESTIGATING"}`];
  return renderMail({
    preheader,
    title,
    subject: `Shadow AI: ${about} ${texts.subject}`,
    blocks: [
      texts.text,
      records(detections, (detection) => ({
        title: `${detection.provider} at ${detection.endpoint}`,
        problem: texts.problemOf(detection),
        details: [
          `Severity ${detection.severity}, score ${detection.score} of 100.`,
          ...(detection.department === null ? [] : [`Department: ${detection.department}.`]),
          `GET /v1/shadow-ai/${detection.id}`,
        ],
      })),
      ...nextSteps(investigation, [texts.resolve]),
      ...referenceLink(given),
    ],
    reason: because(`detections of ${organisation.name} (${organisation.id}) are assigned to you`),
  });
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
    investigate: "Start the investigation:",
    resolve:
      "Resolve the detection: link a registered model (ONBOARDED), stop the usage (STOPPED), allow it for a limited time (APPROVED_EXCEPTION), or report that the traffic is not AI usage (FALSE_POSITIVE).",
  });
}

const reopenReasons: Readonly<Record<string, string>> = {
  RECURRENCE: "The usage was stopped, but has started again",
  EXCEPTION_EXPIRED: "The approved exception has expired",
  EXCEPTION_BREACHED: "Usage exceeds the approved exception",
};

export function detectionReopenedMail(given: DetectionMail): RenderedMail {
  const { detections, organisation } = given;
  const isOne = detections.length === 1;
  return detectionMail(given, {
    subject: isOne ? "was reopened" : "were reopened",
    preheader: `${isOne ? "A resolved detection was" : "Resolved detections were"} reopened at ${organisation.name}.`,
    title: isOne ? "A detection was reopened" : `${detections.length} detections were reopened`,
    text: isOne
      ? "A resolved detection was reopened. It is still assigned to you."
      : "Resolved detections were reopened. They are still assigned to you.",
    problemOf: ({ reopenedFor }) => reopenReasons[reopenedFor ?? ""] ?? "Reopened",
    investigate: "Start a new investigation:",
    resolve: "Resolve the detection. If an exception is still needed, request one with a new end date.",
  });
}

interface ExceptionMail extends Notice {
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

function exceptionFacts({ detection, request, organisation }: ExceptionMail, ...more: Parameters<typeof facts>): Block {
  return facts(
    ["Service", `${detection.provider} at ${detection.endpoint}`],
    ["Detection", detection.id, "code"],
    organisationFact(organisation),
    ["Expires", shownTime(request.expiresAt)],
    ["Justification", request.justification],
    ...more,
  );
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
      `${request.requestedBy} requests a temporary exception for unapproved use of AI at ${organisation.name}. Another member who can approve exceptions must approve or reject the request.`,
      exceptionFacts(given),
      ...nextSteps(
        ["Approve the exception:", `${decision}/approve {}`],
        ["Or reject it with a reason:", `${decision}/reject {"note":"…"}`],
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
    subject: `Shadow AI: your exception request for ${detection.endpoint} was ${outcome}`,
    preheader: `${request.decidedBy} ${outcome} your request at ${organisation.name}.`,
    title: `Your exception request was ${outcome}`,
    blocks: [
      isApproved
        ? "The usage is allowed. The detection is reopened when the exception expires, or earlier if usage grows sharply."
        : "The usage is not allowed. The detection keeps its status and must be resolved in another way.",
      exceptionFacts(
        given,
        [isApproved ? "Approved by" : "Rejected by", request.decidedBy ?? "unknown"],
        ["Note", request.decisionNote],
      ),
      ...detectionLink(given),
    ],
    reason: because(`you requested this exception (${request.id}) at ${organisation.name}`),
  });
}
