import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { recordIntegrationChange } from "@/lib/integrations/record-change";
import type { CreatedIntegration, RotateIntegrationSecret } from "@/lib/integrations/schemas";
import { generateSecret, sealSecret } from "@/lib/integrations/secret";
import { changeIntegration, lockIntegration } from "@/lib/integrations/store";
import { toIntegration } from "@/lib/integrations/to-integration";

/**
 * Gives an integration a new secret, which is nowhere to be had again. What is signed with the old one is taken too until
 * the overlap ends; a secret from before that one is taken no more, whatever its own overlap was. Throws `not_found`.
 */
export async function rotateIntegrationSecret(
  ctx: Context,
  id: string,
  { overlapSeconds }: RotateIntegrationSecret,
): Promise<CreatedIntegration & { secret: string }> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const locked = await lockIntegration(tx, organisationId, id);
    if (!locked) throw notFound("integration");
    const nowMs = Math.max(ctx.clock.now(), locked.updatedAt.getTime());
    const overlap = {
      previousSecret: locked.secret,
      previousSecretExpiresAt: new Date(nowMs + overlapSeconds * 1_000),
    };
    const secret = generateSecret();
    const integration = await changeIntegration(tx, organisationId, id, {
      ...(overlapSeconds > 0 ? overlap : { previousSecret: null, previousSecretExpiresAt: null }),
      secret: sealSecret(secret, organisationId, id),
      updatedAt: new Date(nowMs),
    });
    const previousSecretExpiresAt = integration.previousSecretExpiresAt?.toISOString() ?? null;
    await recordIntegrationChange(ctx, tx, {
      kind: "INTEGRATION_SECRET_ROTATED",
      integration,
      more: { previousSecretExpiresAt },
    });
    return { ...toIntegration(integration), secret };
  });
}
