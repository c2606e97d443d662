import { recordStreamChange } from "@/lib/audit-streams/record-change";
import type { CreatedAuditStream, RotateStreamSecret } from "@/lib/audit-streams/schemas";
import { changeStream, findStream, lockStream, lockStreamSet } from "@/lib/audit-streams/store";
import { sealStreamSecret } from "@/lib/audit-streams/stream-secrets";
import { toStream } from "@/lib/audit-streams/to-stream";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { generateSigningSecret } from "@/lib/webhooks";

/**
 * Gives a stream a new signing secret, which is nowhere to be had again. Batches are signed with the old one too until the
 * overlap ends; a secret from before that one signs no more. Throws `not_found`.
 */
export async function rotateStreamSecret(
  ctx: Context,
  id: string,
  { overlapSeconds }: RotateStreamSecret,
): Promise<CreatedAuditStream & { signingSecret: string }> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockStreamSet(tx, organisationId);
    const locked = await lockStream(tx, organisationId, id);
    if (!locked) throw notFound("audit stream");
    const nowMs = Math.max(ctx.clock.now(), locked.updatedAt.getTime());
    const isOverlapping = overlapSeconds > 0;
    const signingSecret = generateSigningSecret();
    await changeStream(tx, organisationId, id, {
      previousSecret: isOverlapping ? locked.secret : null,
      previousSecretExpiresAt: isOverlapping ? new Date(nowMs + overlapSeconds * 1_000) : null,
      secret: sealStreamSecret(signingSecret, organisationId, id, "signing"),
      updatedAt: new Date(nowMs),
    });
    const after = await findStream(tx, organisationId, id);
    if (!after) throw notFound("audit stream");
    const rotated = toStream(after);
    const { previousSecretExpiresAt } = rotated;
    await recordStreamChange(ctx, tx, {
      kind: "AUDIT_STREAM_SECRET_ROTATED",
      stream: after,
      more: { previousSecretExpiresAt },
    });
    return { ...rotated, signingSecret };
  });
}
