import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { recordEndpointChange } from "@/lib/webhooks/record-change";
import { changeEndpoint, endUndelivered, lockEndpoint, lockEndpointSet } from "@/lib/webhooks/store";

/**
 * Ends an endpoint for good: its secrets are gone, what is not delivered yet ends, and it is not found any more, by a second
 * deletion neither. Its row and what was delivered to it stay stored. Throws `not_found`.
 */
export async function deleteEndpoint(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await lockEndpointSet(tx, organisationId);
    const locked = await lockEndpoint(tx, organisationId, id);
    if (!locked) throw notFound("webhook endpoint");
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    const endpoint = await changeEndpoint(tx, organisationId, id, {
      active: false,
      deletedAt: now,
      updatedAt: now,
      secret: "",
      previousSecret: null,
      previousSecretExpiresAt: null,
    });
    await endUndelivered(tx, organisationId, id, { reason: "endpoint_deleted", at: now });
    await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_DELETED", endpoint });
  });
}
