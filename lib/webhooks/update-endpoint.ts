import type { Context } from "@/lib/context";
import { applyChange } from "@/lib/resource/apply-change";
import { refusePrivateHost } from "@/lib/webhooks/private-host";
import { recordEndpointChange } from "@/lib/webhooks/record-change";
import type { UpdateWebhookEndpoint, WebhookEndpoint } from "@/lib/webhooks/schemas";
import { changeEndpoint, endUndelivered, lockEndpoint, lockEndpointSet } from "@/lib/webhooks/store";
import { toEndpoint } from "@/lib/webhooks/to-endpoint";

/**
 * Changes the members that `patch` names. Pending deliveries go to the new URL. Disabling an endpoint ends its pending
 * deliveries; enabling it again makes it listen from now on, with its failure count reset.
 *
 * @throws `not_found`, `validation_failed` for a URL in a private network, `precondition_failed`.
 */
export async function updateEndpoint(
  ctx: Context,
  id: string,
  patch: UpdateWebhookEndpoint,
  expectedVersion?: string,
): Promise<WebhookEndpoint> {
  const organisationId = ctx.organisation.id;
  return applyChange(ctx, {
    noun: "webhook endpoint",
    patch,
    expectedVersion,
    async lock(tx) {
      await lockEndpointSet(tx, organisationId);
      return lockEndpoint(tx, organisationId, id);
    },
    view: toEndpoint,
    check: () => patch.url !== undefined && refusePrivateHost(patch.url),
    async save(_, { given, names, now }, tx) {
      const { active, ...settings } = given;
      const state = active === undefined ? {} : active ? enabled(now) : disabled(now);
      const after = await changeEndpoint(tx, organisationId, id, { ...settings, ...state, updatedAt: now });
      if (active === false) await endUndelivered(tx, organisationId, id, { reason: "endpoint_disabled", at: now });
      const more = { changed: names };
      await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_UPDATED", endpoint: after, more });
      return after;
    },
  });
}

function enabled(now: Date) {
  const cleared = { disabledAt: null, disabledReason: null, warnedAt: null, failureMailedAt: null };
  return { active: true, listeningSince: now, ...cleared };
}

function disabled(now: Date) {
  return { active: false, disabledAt: now, disabledReason: null };
}
