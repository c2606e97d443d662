import { recordStreamChange } from "@/lib/audit-streams/record-change";
import { changeStream, lockStream, lockStreamSet } from "@/lib/audit-streams/store";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";

/**
 * Ends a stream for good: its secrets are gone, and it is not found any more, by a second deletion neither. Throws
 * `not_found`.
 */
export async function deleteStream(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    const locked = await lockStream(tx, organisationId, id);
    if (!locked) throw notFound("audit stream");
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    await changeStream(tx, organisationId, id, {
      ...{ state: "PAUSED", secret: "", previousSecret: null, previousSecretExpiresAt: null, authorization: null },
      ...{ deletedAt: now, updatedAt: now },
    });
    await recordStreamChange(ctx, tx, { kind: "AUDIT_STREAM_DELETED", stream: { ...locked, state: "PAUSED" } });
  });
}
