import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { recordEndpointChange } from "@/lib/webhooks/record-change";
import type { CreatedWebhookEndpoint, RotateWebhookSecret } from "@/lib/webhooks/schemas";
import { generateSigningSecret, sealSigningSecret } from "@/lib/webhooks/signing-secret";
import { changeEndpoint, lockEndpoint, lockEndpointSet } from "@/lib/webhooks/store";
import { toEndpoint } from "@/lib/webhooks/to-endpoint";

/**
 * Gives an endpoint a new signing secret, which is nowhere to be had again. Deliveries are signed with the old one too until
 * the overlap ends; a secret from before that one signs no more, whatever its own overlap was. Throws `not_found`.
 */
export async function rotateSecret(
  ctx: Context,
  id: string,
  { overlapSeconds }: RotateWebhookSecret,
): Promise<CreatedWebhookEndpoint & { signingSecret: string }> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockEndpointSet(tx, organisationId);
    const locked = await lockEndpoint(tx, organisationId, id);
    if (!locked) throw notFound("webhook endpoint");
    const nowMs = Math.max(ctx.clock.now(), locked.updatedAt.getTime());
    const overlap = {
      previousSecret: locked.secret,
      previousSecretExpiresAt: new Date(nowMs + overlapSeconds * 1_000),
    };
    const signingSecret = generateSigningSecret();
    const endpoint = await changeEndpoint(tx, organisationId, id, {
      ...(overlapSeconds > 0 ? overlap : { previousSecret: null, previousSecretExpiresAt: null }),
      secret: sealSigningSecret(signingSecret, organisationId, id),
      updatedAt: new Date(nowMs),
    });
    const previousSecretExpiresAt = endpoint.previousSecretExpiresAt?.toISOString() ?? null;
    await recordEndpointChange(ctx, tx, {
      kind: "WEBHOOK_SECRET_ROTATED",
      endpoint,
      more: { previousSecretExpiresAt },
    });
    return { ...toEndpoint(endpoint), signingSecret };
  });
}
