import type { NotificationKind } from "@/lib/domains/notifications/enums";
import { countedText, labelOf, timeText } from "@/lib/platform/client/format";

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
   * Without a detection: the number of overdue unassigned detections, the host of the most severe one, how many have its
   * severity, and the earliest and the latest time at which one became overdue. Earlier versions stored only the latest
   * time, or also the number and the host of the one that had been overdue for longest.
   */
  DETECTION_OVERDUE:
    | (DetectionFacts & { dueAt: string })
    | {
        unassigned: true;
        count?: number;
        endpoint?: string;
        severity?: string;
        severityCount?: number;
        firstDueAt?: string;
        dueAt: string;
      };
  EXCEPTION_REQUESTED: DetectionFacts & { requestedBy: string };
  LOG_SOURCE_SILENT: { name: string; lastRecordAt: string };
  /** `host`: without path and query, which can contain secrets. */
  DELIVERIES_FAILED: { host: string; description: string; since: string };
  /** `since`: when the oldest undelivered event was received; null if the service stopped the stream. */
  AUDIT_STREAM_FAILED: { name: string; host: string; since: string | null };
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
          text: `${unassignedText(facts)} ${unassignedDueText(facts)}`,
          path: "/shadow-ai?due=overdue&assignedTo=none",
        }
      : aboutDetection(facts, `Detection overdue. A decision was due on ${day(facts.dueAt)}.`, id),
  EXCEPTION_REQUESTED: ({ requestedBy, ...detection }, id) =>
    aboutDetection(detection, `${requestedBy} requested an exception.`, id),
  LOG_SOURCE_SILENT: ({ name, lastRecordAt }) => ({
    title: name,
    text: `This log source has sent no records since ${day(lastRecordAt)}, so detections may be incomplete.`,
    path: "/shadow-ai/sources",
  }),
  DELIVERIES_FAILED: ({ host, description, since }, id) => ({
    title: description === "" ? host : `${description} (${host})`,
    text: `Webhook deliveries have been failing since ${day(since)}.`,
    path: `/webhooks/${id}`,
  }),
  AUDIT_STREAM_FAILED: ({ name, host, since }, id) => ({
    title: `${name} (${host})`,
    text:
      since === null
        ? "The service stopped this audit stream, because the receiver responded with 410 Gone."
        : `This audit stream is delayed. The oldest undelivered event was received on ${day(since)}.`,
    path: `/streams/${id}`,
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

/** `Record changed: members usr_1, at #12`. Findings about the database schema have position 0. */
function findingText(code: string, chainPosition: number): string {
  const [kind = code, ...object] = code.split(" ");
  const of = object.length === 0 ? "" : `: ${object.join(" ")}`;
  const at = chainPosition === 0 ? "" : `${of === "" ? "" : ","} at #${chainPosition}`;
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

type UnassignedFacts = Extract<NotificationFacts["DETECTION_OVERDUE"], { unassigned: true }>;

/** `2 unassigned detections are overdue, 1 of critical severity.` */
function unassignedText({ count, severity, severityCount }: UnassignedFacts): string {
  if (count === undefined) return "Unassigned detections are overdue.";
  const level = severity === undefined ? "" : ` of ${severity.toLowerCase()} severity`;
  const areAll = severityCount === count;
  const overdue = `${countedText(count, "unassigned detection")}${areAll ? level : ""} ${count === 1 ? "is" : "are"} overdue`;
  return areAll || level === "" ? `${overdue}.` : `${overdue}, ${severityCount}${level}.`;
}

function unassignedDueText({ count, firstDueAt, dueAt }: UnassignedFacts): string {
  if (count === 1) return `A decision was due on ${day(dueAt)}.`;
  return `The ${firstDueAt ? "earliest" : "latest"} decision was due on ${day(firstDueAt ?? dueAt)}.`;
}

/** `21 Nov 2026`, in UTC. */
function day(time: string): string {
  return timeText(time, "day", "UTC");
}
