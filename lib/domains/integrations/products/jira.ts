import { z } from "zod";
import {
  clean,
  EpochTime,
  isHubSigned,
  OptionalText,
  type Product,
  present,
  type Ticket,
  type Translation,
} from "@/lib/domains/integrations/products/product";
import { idPrefixes } from "@/lib/platform/core/id-prefixes";
import { validate } from "@/lib/platform/http/validate";

/** Webhooks of Jira Cloud, as https://developer.atlassian.com/cloud/jira/platform/webhooks describes them. */
export const jira: Product = {
  deliveryIdHeader: "X-Atlassian-Webhook-Identifier",
  isCaseSensitive: false,
  isSigned: (request, secret) => isHubSigned(request, "x-hub-signature", secret),
  read(_headers, body) {
    const { webhookEvent: topic } = validate(Envelope, body);
    if (!issueTopics.has(topic)) return { topic, translation: undefined };
    const issueBody = validate(IssueBody, body);
    const ticket = ticketOf(issueBody);
    const isGone = topic === "jira:issue_deleted";
    return {
      topic,
      translation: rules.get(topic)?.(issueBody),
      ticket: isGone ? { ...ticket, status: "Deleted" } : ticket,
    };
  },
};

const Envelope = z.object({
  webhookEvent: z
    .string()
    .regex(/^[a-z_]+(?::[a-z_]+)?$/, "must be the name of an event")
    .max(100),
});

/** A person, or an app acting for one (`accountType` is `app`). Only the account ID of a person is stored. */
const User = z.object({ accountId: OptionalText(128), accountType: OptionalText(20) });

const IssueBody = z.object({
  timestamp: EpochTime,
  user: User.nullish(),
  issue: z.object({
    key: z.string().regex(/^[A-Z][A-Z0-9_]{0,99}-\d{1,18}$/, "must be an issue key"),
    self: z.string().nullish(),
    fields: z.object({
      summary: z.unknown(),
      description: z.unknown(),
      status: z.object({ name: OptionalText(100) }).nullish(),
      issuetype: z.object({ name: OptionalText(100) }).nullish(),
    }),
  }),
  changelog: z.object({ items: z.array(z.unknown()).max(1_000) }).nullish(),
  comment: z.object({ body: z.unknown() }).nullish(),
});
type IssueBody = z.output<typeof IssueBody>;

function created(body: IssueBody): Translation {
  return translation(body, "CONFIG_CHANGE", { kind: "TICKET_CREATED", changedBy: body.user?.accountId });
}

/** A status change is a human decision; for other changes only the names of the changed fields are recorded. */
function updated(body: IssueBody): Translation | undefined {
  const changes = (body.changelog?.items ?? []).map(readChange).filter((change) => change.field !== undefined);
  const move = changes.find(({ field }) => field === "status");
  if (move) {
    const isProgram = body.user?.accountType === "app";
    const facts = { kind: "TICKET_STATUS_CHANGED", fromStatus: move.from, toStatus: move.to };
    return isProgram
      ? translation(body, "CONFIG_CHANGE", { ...facts, changedBy: body.user?.accountId })
      : translation(body, "HUMAN_REVIEW", { ...facts, reviewer: body.user?.accountId });
  }
  // Jira sends a comment as an update without changes.
  if (changes.length === 0) return undefined;
  const fields = [...new Set(changes.map(({ field }) => field))].slice(0, 50);
  return translation(body, "CONFIG_CHANGE", { kind: "TICKET_UPDATED", fields, changedBy: body.user?.accountId });
}

function deleted(body: IssueBody): Translation {
  const event = translation(body, "CONFIG_CHANGE", { kind: "TICKET_DELETED", changedBy: body.user?.accountId });
  return { ...event, severity: "MEDIUM" };
}

/** Deliveries that create events, by the body's `webhookEvent`. All others only link tickets or count as activity. */
const rules = new Map<string, (body: IssueBody) => Translation | undefined>([
  ["jira:issue_created", created],
  ["jira:issue_updated", updated],
  ["jira:issue_deleted", deleted],
]);

/** Deliveries with an issue, whose text is searched for event IDs. */
const issueTopics = new Set([...rules.keys(), "comment_created", "comment_updated"]);

function translation(
  { issue, timestamp }: IssueBody,
  eventType: Translation["eventType"],
  facts: Record<string, unknown>,
): Translation {
  const { kind, ...others } = facts;
  return {
    subject: projectOf(issue.key),
    eventType,
    severity: "INFO",
    occurredAt: timestamp,
    payload: present({
      kind,
      ticket: issue.key,
      project: projectOf(issue.key),
      issueType: issue.fields.issuetype?.name,
      ...others,
    }),
  };
}

function projectOf(key: string): string {
  return key.slice(0, key.lastIndexOf("-"));
}

/** Reads own members only, because one of them has the name of an inherited member (`toString`). */
function readChange(item: unknown): { field: string | undefined; from: string | undefined; to: string | undefined } {
  const text = (name: string) => {
    const value = item !== null && typeof item === "object" && Object.hasOwn(item, name) ? Reflect.get(item, name) : "";
    return typeof value === "string" ? clean(value, 100) || undefined : undefined;
  };
  return { field: text("field"), from: text("fromString"), to: text("toString") };
}

function ticketOf({ issue, comment, timestamp }: IssueBody): Ticket {
  const { summary, description, status } = issue.fields;
  return {
    key: issue.key,
    url: urlOf(issue.self ?? "", issue.key),
    title: typeof summary === "string" ? clean(summary, 200) : "",
    status: status?.name ?? "",
    toldAt: timestamp,
    eventIds: eventIdsIn([summary, description, comment?.body]),
  };
}

/** URL of the ticket for people, derived from its API address. Empty if that is not a web address. */
function urlOf(self: string, key: string): string {
  if (!URL.canParse(self)) return "";
  const { protocol, origin } = new URL(self);
  return protocol === "https:" && origin.length <= 200 ? `${origin}/browse/${key}` : "";
}

const eventId = new RegExp(`(?<![0-9A-Za-z_])${idPrefixes.auditEvent}[0-9a-z]{20,64}(?![0-9A-Za-z_])`, "g");
const eventIdsMax = 50;

/**
 * The event IDs that texts name. A text is a string or an Atlassian document: texts in lists in objects. Traversed
 * without recursion, because the sender controls the depth.
 */
function eventIdsIn(values: unknown[]): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = values.toReversed();
  while (waiting.length > 0 && found.size < eventIdsMax) {
    const value = waiting.pop();
    if (typeof value === "string") {
      for (const [id] of value.matchAll(eventId)) found.add(id);
    } else if (value !== null && typeof value === "object") {
      // No spread arguments: a list may exceed the maximum number of arguments of a call.
      for (const child of Object.values(value).toReversed()) waiting.push(child);
    }
  }
  return [...found].slice(0, eventIdsMax);
}
