import { type AttemptEnd, endLastAttempt, type StreamKey } from "@/lib/audit-streams/delivery-store";
import { mailAdministrators } from "@/lib/audit-streams/mail-administrators";
import { recordStreamChange } from "@/lib/audit-streams/record-change";
import { changeStream, lockStream, lockStreamSet } from "@/lib/audit-streams/store";
import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { findOrganisation } from "@/lib/organisations";

const reason = "Its receiver answered 410 Gone.";

/**
 * Disables a stream whose receiver wants no more: administrators get a mail, the chain an event. It stays where it stands,
 * and goes on from there when it is made active again.
 */
export async function disableStream(key: StreamKey, end: AttemptEnd, clock: Clock): Promise<void> {
  const { organisationId, streamId } = key;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return;
  await inTransaction(undefined, async (tx) => {
    await lockStreamSet(tx, organisationId);
    await endLastAttempt(tx, key, end);
    const locked = await lockStream(tx, organisationId, streamId);
    if (locked?.state !== "ACTIVE") return;
    const at = new Date(Math.max(clock.now(), locked.updatedAt.getTime()));
    await changeStream(tx, organisationId, streamId, {
      ...{ state: "DISABLED", disabledReason: reason, nextLookAt: null, nextAttemptAt: null },
      ...{ leaseId: null, leaseUntil: null, updatedAt: at },
    });
    await mailAdministrators(tx, organisation, { trouble: "disabled", stream: locked, reason }, clock);
    const ctx = { organisation, actor: { kind: "system", id: "audit-streams" } as const, clock };
    const stream = { ...locked, state: "DISABLED" };
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_DISABLED", stream, more: { reason } });
  });
}
