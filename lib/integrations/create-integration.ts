import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { recordIntegrationChange } from "@/lib/integrations/record-change";
import { requireModels } from "@/lib/integrations/require-models";
import type { CreatedIntegration, CreateIntegration } from "@/lib/integrations/schemas";
import { generateSecret, sealSecret } from "@/lib/integrations/secret";
import { countIntegrations, insertIntegration, lockIntegrationSet } from "@/lib/integrations/store";
import { toIntegration } from "@/lib/integrations/to-integration";

/** Integrations an organisation may have, enabled or not. */
const integrationsMax = 50;

/**
 * Makes an integration; `secret`, which the product is to sign with, is nowhere to be had again. Throws
 * `model_not_registered`, and `conflict` when the organisation has as many integrations as it may.
 */
export async function createIntegration(
  ctx: Context,
  input: CreateIntegration,
): Promise<CreatedIntegration & { secret: string }> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await requireModels({ ...ctx, tx }, input);
    await lockIntegrationSet(tx, organisationId);
    if ((await countIntegrations(tx, organisationId)) >= integrationsMax) {
      throw new ServiceError(
        "conflict",
        `The organisation has ${integrationsMax} integrations, which is the most it may have. Delete one first.`,
      );
    }
    const nowMs = ctx.clock.now();
    const id = newId("integration", nowMs);
    const secret = generateSecret();
    const stored = await insertIntegration(tx, {
      ...{ ...input, id, organisationId },
      secret: sealSecret(secret, organisationId, id),
      createdAt: new Date(nowMs),
    });
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_CREATED", integration: stored });
    return { ...toIntegration(stored), secret };
  });
}
