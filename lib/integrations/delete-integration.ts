import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { recordIntegrationChange } from "@/lib/integrations/record-change";
import { changeIntegration, lockIntegration, lockIntegrationSet } from "@/lib/integrations/store";

/**
 * Ends an integration for good: its secrets are gone, its deliveries are refused like those of none, and it is not found
 * any more, by a second deletion neither. What was received stays stored, and tickets stay linked. Throws `not_found`.
 */
export async function deleteIntegration(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await lockIntegrationSet(tx, organisationId);
    const locked = await lockIntegration(tx, organisationId, id);
    if (!locked) throw notFound("integration");
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    const integration = await changeIntegration(tx, organisationId, id, {
      enabled: false,
      disconnectedAt: null,
      deletedAt: now,
      updatedAt: now,
      secret: "",
      previousSecret: null,
      previousSecretExpiresAt: null,
    });
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_DELETED", integration });
  });
}
