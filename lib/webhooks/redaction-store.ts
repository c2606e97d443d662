import type { Transaction } from "@/lib/db";

/** The envelopes of alerts that were raised about an event, or that tell of it as the alert it is. */
export async function findAlertMessages(
  tx: Transaction,
  organisationId: string,
  eventId: string,
): Promise<{ id: string; body: string }[]> {
  return tx.$queryRaw<{ id: string; body: string }[]>`
    SELECT id, body FROM webhook_messages
    WHERE organisation_id = ${organisationId} AND type = 'alert.triggered' AND strpos(body, ${eventId}) > 0
    FOR UPDATE`;
}

export async function changeBody(tx: Transaction, organisationId: string, id: string, body: string): Promise<void> {
  await tx.webhookMessage.update({ where: { organisationId, id }, data: { body }, select: { id: true } });
}

/** A receiver may have answered with what it was sent. */
export async function forgetResponses(tx: Transaction, organisationId: string, messageId: string): Promise<void> {
  await tx.webhookAttempt.updateMany({
    where: { organisationId, messageId, responseBody: { not: null } },
    data: { responseBody: null },
  });
}
