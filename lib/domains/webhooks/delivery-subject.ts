import type { WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { exampleData } from "@/lib/domains/webhooks/schemas-events";
import { isId } from "@/lib/platform/core/id-prefixes";

/** The member of `data` that names the subject of each event type. */
const subjects: Record<WebhookEventType, readonly string[]> = {
  "audit.created": ["eventType"],
  "audit.high_severity": ["eventType"],
  "chain.integrity_failure": ["error"],
  "chain.verified": ["toPosition"],
  "shadow_ai.detected": ["details", "endpoint"],
  "shadow_ai.resolved": ["details", "endpoint"],
  "evidence.ready": ["framework"],
  "evidence.expired": ["framework"],
  "alert.triggered": ["policyName"],
  "model.registered": ["name"],
  "integration.disconnected": ["name"],
};

/** The member of `data` with the ID of the audit event, for the types about one event. */
const eventIds: Partial<Record<WebhookEventType, string>> = {
  "audit.created": "id",
  "audit.high_severity": "id",
  "alert.triggered": "eventId",
};

interface Subject {
  subject: string | null;
  modelId: string | null;
  /** Null for test events, whose event does not exist. */
  eventId: string | null;
}

/** The subject, model and event of an envelope. Members are null if the stored envelope does not have them. */
export function subjectOf(type: string, body: string): Subject {
  if (!Object.hasOwn(subjects, type)) return { subject: null, modelId: null, eventId: null };
  const data = dataOf(body);
  const known = type as WebhookEventType;
  const [modelId, eventId] = [textAt(data, ["modelId"]), textAt(data, [eventIds[known] ?? ""])];
  return {
    subject: textAt(data, subjects[known]),
    modelId: modelId !== null && isId("model", modelId) ? modelId : null,
    eventId: eventId !== null && isId("auditEvent", eventId) && !isExample(eventId) ? eventId : null,
  };
}

const isExample = (eventId: string) => eventId === exampleData("audit.created").id;

/** Undefined for a stored envelope that is not readable: its deletion or damage does not affect the list. */
function dataOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { data?: unknown } | null)?.data;
  } catch {
    return undefined;
  }
}

function textAt(data: unknown, path: readonly string[]): string | null {
  const value = path.reduce<unknown>(
    (object, name) => (object as Record<string, unknown> | null | undefined)?.[name],
    data,
  );
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
