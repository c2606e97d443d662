import type { NotificationKind } from "@/lib/domains/notifications/enums";
import { labelOf } from "@/lib/platform/client/format";

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
  DETECTION_OVERDUE: DetectionFacts & { dueAt: string };
  /** `host`: without path and query, which can contain secrets. */
  DELIVERIES_FAILED: { host: string; description: string; since: string };
  /** `code`: can be followed by the record or schema object that it is about. */
  CHAIN_FINDING: { code: string; chainPosition: number; reopened: boolean };
  API_KEY_EXPIRING: { name: string; hint: string; expiresAt: string };
}

/** A notification's text and the page that shows its subject. */
export interface NotificationText {
  title: string;
  text: string;
  path: string;
}

type Describe<Kind extends NotificationKind> = (
  facts: NotificationFacts[Kind],
  subjectId: string | null,
) => NotificationText;

const describe: { [Kind in NotificationKind]: Describe<Kind> } = {
  DETECTION_ASSIGNED: ({ count, assignedBy, ...detection }, id) => {
    const by = assignedBy === null ? "" : ` Assigned by ${assignedBy}.`;
    if (id !== null) {
      return { title: "Detection assigned to you", text: `${about(detection)}${by}`, path: `/shadow-ai/${id}` };
    }
    const others = count === 2 ? "1 other" : `${count - 1} others`;
    return {
      title: `${count} detections assigned to you`,
      text: `${detection.provider} at ${detection.endpoint}, and ${others}.${by}`,
      path: "/shadow-ai?due=any&assignedTo=me",
    };
  },
  DETECTION_MENTIONED: ({ mentionedBy, ...detection }, id) => ({
    title: "Mentioned in a comment",
    text: `${about(detection)} Mentioned by ${mentionedBy}.`,
    path: `/shadow-ai/${id}`,
  }),
  DETECTION_OVERDUE: ({ dueAt, ...detection }, id) => ({
    title: "Detection overdue",
    text: `${about(detection)} A decision was due on ${day(dueAt)}.`,
    path: `/shadow-ai/${id}`,
  }),
  DELIVERIES_FAILED: ({ host, description, since }, id) => ({
    title: "Webhook deliveries failing",
    text: `Deliveries to ${description === "" ? host : `${description} (${host})`} have been failing since ${day(since)}.`,
    path: `/webhooks/${id}`,
  }),
  CHAIN_FINDING: ({ code, chainPosition, reopened }) => ({
    title: reopened ? "Integrity finding reopened" : "Integrity finding",
    text: findingText(code, chainPosition),
    path: "/audit/verification",
  }),
  API_KEY_EXPIRING: ({ name, hint, expiresAt }) => ({
    title: "API key expires soon",
    text: `${name} (${hint}) expires on ${day(expiresAt)}. Rotate the key, and replace it in its application.`,
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

/** `Record changed: members usr_1, at position 12.` Findings about the database schema have position 0. */
function findingText(code: string, chainPosition: number): string {
  const [kind = code, ...object] = code.split(" ");
  const of = object.length === 0 ? "" : `: ${object.join(" ")}`;
  const at = chainPosition === 0 ? "" : `${of === "" ? "" : ","} at position ${chainPosition}`;
  return `${labelOf(kind)}${of}${at}.`;
}

function about({ provider, endpoint, severity }: DetectionFacts): string {
  return `${provider} at ${endpoint}, severity ${severity.toLowerCase()}.`;
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
