import type { Transaction } from "@/lib/db";
import { changeBody, findAlertMessages, forgetResponses } from "@/lib/webhooks/redaction-store";

/** What an envelope says where it repeated the content of an event that was erased. */
const redacted = { message: "The content of the event was erased.", observed: null, threshold: null };

/**
 * Takes out of stored envelopes what repeats the content of an event: alerts say which number a policy fired on. What is sent
 * again after that says that it was erased, under the same id. Other envelopes name an event and say nothing of its content.
 */
export async function redactMessages(tx: Transaction, organisationId: string, eventId: string): Promise<void> {
  for (const { id, body } of await findAlertMessages(tx, organisationId, eventId)) {
    const envelope = JSON.parse(body) as { data: Record<string, unknown> };
    await changeBody(tx, organisationId, id, JSON.stringify({ ...envelope, data: { ...envelope.data, ...redacted } }));
    await forgetResponses(tx, organisationId, id);
  }
}
