import type { NotificationKind } from "@/lib/domains/notifications/enums";
import { countedText, labelOf } from "@/lib/platform/client/format";

interface DetectionFacts {
  provider: string;
  /** The host. */
  endpoint: string;
  severity: string;
}

/** The values that the text of a notification needs. They contain no secrets and no content of events. */
export interface NotificationFacts {
  /** `count`: how many detections were assigned at once; the other facts are about the first. */
  DETECTION_ASSIGNED: DetectionFacts & { count: number; assignedBy: string | null };
  DETECTION_MENTIONED: DetectionFacts & { mentionedBy: string };
  /**
   * Without a detection: the number of overdue unassigned detections, the host of the first, and the latest time at which
   * one became overdue. Earlier versions stored only the time.
   */
  DETECTION_OVERDUE:
    | (DetectionFacts & { dueAt: string })
    | { unassigned: true; count?: number; endpoint?: string; dueAt: string };
  EXCEPTION_REQUESTED: DetectionFacts & { requestedBy: string };
  /** `host`: without path and query, which can contain secrets. */
  DELIVERIES_FAILED: { host: string; description: string; since: string };
  /** `code`: can be followed by the record or schema object that it is about. */
  CHAIN_FINDING: { code: string; chainPosition: number; reopened: boolean };
  API_KEY_EXPIRING: { name: string; hint: string; expiresAt: string };
}

/** A notification's text and the page that shows its subject. */
export interface NotificationText {
  /** The subject, so that a list can be scanned. */
  title: string;
  /** The reason for the notification, and details. */
  text: string;
  path: string;
}

type Describe<Kind extends NotificationKind> = (
  facts: NotificationFacts[Kind],
  subjectId: string | null,
) => NotificationText;

const describe: { [Kind in NotificationKind]: Describe<Kind> } = {
  DETECTION_ASSIGNED: ({ count, assignedBy, ...detection }, id) => {
    const assigned = `assigned to you${assignedBy === null ? "" : ` by ${assignedBy}`}.`;
    if (id !== null) return aboutDetection(detection, `Detection ${assigned}`, id);
    return {
      title: hostsText(detection.endpoint, count),
      text: `${count} detections ${assigned}`,
      path: "/shadow-ai?due=any&assignedTo=me",
    };
  },
  DETECTION_MENTIONED: ({ mentionedBy, ...detection }, id) =>
    aboutDetection(detection, `${mentionedBy} mentioned you in a comment.`, id),
  DETECTION_OVERDUE: (facts, id) =>
    "unassigned" in facts
      ? {
          title: facts.endpoint ? hostsText(facts.endpoint, facts.count) : "Overdue unassigned detections",
          text: `${unassignedText(facts.count)} overdue. The latest decision was due on ${day(facts.dueAt)}.`,
          path: "/shadow-ai?due=overdue&assignedTo=none",
        }
      : aboutDetection(facts, `Detection overdue. A decision was due on ${day(facts.dueAt)}.`, id),
  EXCEPTION_REQUESTED: ({ requestedBy, ...detection }, id) =>
    aboutDetection(detection, `${requestedBy} requested an exception.`, id),
  DELIVERIES_FAILED: ({ host, description, since }, id) => ({
    title: description === "" ? host : `${description} (${host})`,
    text: `Webhook deliveries have been failing since ${day(since)}.`,
    path: `/webhooks/${id}`,
  }),
  CHAIN_FINDING: ({ code, chainPosition, reopened }) => ({
    title: findingText(code, chainPosition),
    text: reopened ? "Integrity finding reopened." : "Integrity finding recorded.",
    path: "/audit/verification",
  }),
  API_KEY_EXPIRING: ({ name, hint, expiresAt }) => ({
    title: `${name} (${hint})`,
    text: `This API key expires on ${day(expiresAt)}. Rotate the key, and replace it in its application.`,
    path: "/settings/api-keys",
  }),
};

/** Renders a stored notification in plain text. */
export function describeNotification({
  kind,
  facts,
  subjectId,
}: {
  kind: NotificationKind;
  facts: unknown;
  subjectId: string | null;
}): NotificationText {
  return (describe[kind] as Describe<never>)(facts as never, subjectId);
}

/** `Record changed: members usr_1, at position 12`. Findings about the database schema have position 0. */
function findingText(code: string, chainPosition: number): string {
  const [kind = code, ...object] = code.split(" ");
  const of = object.length === 0 ? "" : `: ${object.join(" ")}`;
  const at = chainPosition === 0 ? "" : `${of === "" ? "" : ","} at position ${chainPosition}`;
  return `${labelOf(kind)}${of}${at}`;
}

function aboutDetection(
  { provider, endpoint, severity }: DetectionFacts,
  reason: string,
  id: string | null,
): NotificationText {
  return {
    title: `${endpoint} (${severity.toLowerCase()} severity)`,
    text: `${reason} Provider: ${provider}.`,
    path: `/shadow-ai/${id}`,
  };
}

/** `api.openai.com and 2 others`: the host of the first detection, and the number of the others. */
function hostsText(first: string, count = 1): string {
  return count === 1 ? first : `${first} and ${countedText(count - 1, "other")}`;
}

function unassignedText(count: number | undefined): string {
  if (count === undefined) return "Unassigned detections are";
  return `${countedText(count, "unassigned detection")} ${count === 1 ? "is" : "are"}`;
}

/** `21 November 2026`, in UTC. */
function day(time: string): string {
  return new Date(time).toLocaleDateString("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
}
