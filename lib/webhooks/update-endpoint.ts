import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { matches, preconditionFailed } from "@/lib/http/entity-tag";
import { refusePrivateHost } from "@/lib/webhooks/private-host";
import { recordEndpointChange } from "@/lib/webhooks/record-change";
import type { UpdateWebhookEndpoint, WebhookEndpoint } from "@/lib/webhooks/schemas";
import {
  changeEndpoint,
  type EndpointChange,
  endUndelivered,
  lockEndpoint,
  lockEndpointSet,
  type StoredEndpoint,
} from "@/lib/webhooks/store";
import { toEndpoint } from "@/lib/webhooks/to-endpoint";

/**
 * Sets what `change` names and leaves the rest. What is on its way goes to the new URL. To disable an endpoint ends what is
 * not delivered yet; to enable it again makes it listen from now on, with nothing of before counted. `ifMatch` is the
 * request's `If-Match` header. A change to what is already so changes nothing and is no event. Throws `not_found`,
 * `validation_failed` for a URL in a private place, `precondition_failed`.
 */
export async function updateEndpoint(
  ctx: Context,
  id: string,
  change: UpdateWebhookEndpoint,
  ifMatch?: string,
): Promise<WebhookEndpoint> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockEndpointSet(tx, organisationId);
    const locked = await lockEndpoint(tx, organisationId, id);
    if (!locked) throw notFound("webhook endpoint");
    if (change.url !== undefined) refusePrivateHost(change.url);
    const before = toEndpoint(locked);
    if (ifMatch !== undefined && !matches(ifMatch, before)) throw preconditionFailed("webhook endpoint", before);

    const changed = membersThatDiffer(before, change);
    if (changed.length === 0) return before;
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    const after = await changeEndpoint(tx, organisationId, id, columnsOf(locked, change, now));
    if (locked.active && !after.active)
      await endUndelivered(tx, organisationId, id, { reason: "endpoint_disabled", at: now });
    await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_UPDATED", endpoint: after, more: { changed } });
    return toEndpoint(after);
  });
}

function membersThatDiffer(before: WebhookEndpoint, change: UpdateWebhookEndpoint): string[] {
  const { url, events, description, active } = change;
  return Object.entries({ url, events, description, active })
    .filter(([, value]) => value !== undefined)
    .filter(([name, value]) => String(value) !== String(before[name as keyof UpdateWebhookEndpoint]))
    .map(([name]) => name);
}

function columnsOf(stored: StoredEndpoint, change: UpdateWebhookEndpoint, now: Date): EndpointChange {
  const { url, events, description, active } = change;
  return {
    updatedAt: now,
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(active === undefined || active === stored.active ? {} : active ? enabled(now) : disabled(now)),
  };
}

function enabled(now: Date) {
  const cleared = { disabledAt: null, disabledReason: null, warnedAt: null, failureMailedAt: null };
  return { active: true, listeningSince: now, ...cleared };
}

function disabled(now: Date) {
  return { active: false, disabledAt: now, disabledReason: null };
}
