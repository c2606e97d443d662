import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { refusePrivateHost } from "@/lib/webhooks/private-host";
import { recordEndpointChange } from "@/lib/webhooks/record-change";
import type { CreatedWebhookEndpoint, CreateWebhookEndpoint } from "@/lib/webhooks/schemas";
import { generateSigningSecret, sealSigningSecret } from "@/lib/webhooks/signing-secret";
import { countEndpoints, insertEndpoint, lockEndpointSet } from "@/lib/webhooks/store";
import { toEndpoint } from "@/lib/webhooks/to-endpoint";

/** Endpoints an organisation may have, active or not. */
export const endpointsMax = 50;

/**
 * Makes an endpoint, which is told of what happens from now on; `signingSecret` is nowhere to be had again. Throws
 * `validation_failed` for a URL in a private place, `conflict` when the organisation has as many endpoints as it may.
 */
export async function createEndpoint(
  ctx: Context,
  input: CreateWebhookEndpoint,
): Promise<CreatedWebhookEndpoint & { signingSecret: string }> {
  refusePrivateHost(input.url);
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockEndpointSet(tx, organisationId);
    if ((await countEndpoints(tx, organisationId)) >= endpointsMax) {
      throw new ServiceError(
        "conflict",
        `The organisation has ${endpointsMax} webhook endpoints, which is the most it may have. Delete one first.`,
      );
    }
    const nowMs = ctx.clock.now();
    const id = newId("webhookEndpoint", nowMs);
    const signingSecret = generateSigningSecret();
    const { url, events, description, active } = input;
    const stored = await insertEndpoint(tx, {
      ...{ id, organisationId, url, events, description, active },
      secret: sealSigningSecret(signingSecret, organisationId, id),
      createdAt: new Date(nowMs),
    });
    await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_CREATED", endpoint: stored });
    return { ...toEndpoint(stored), signingSecret };
  });
}
