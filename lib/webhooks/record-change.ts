import { followChain, recordConfigurationChange, unfollowChain } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { hasListener, type StoredEndpoint } from "@/lib/webhooks/store";

/** Types that are published by reading the chain behind its writers. */
const chainTypes = ["audit.created", "audit.high_severity"];

/**
 * Ends a change of an organisation's endpoints, as the last thing in its transaction: the chain is followed exactly while
 * an active endpoint listens to what is appended to it, and the change is an event on the chain, by whoever made it. Of
 * the URL the event has its host only, because a path may be a secret. The caller holds the lock of the organisation's
 * endpoints where the change is about more than one endpoint's secrets.
 */
export async function recordEndpointChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: { kind: EndpointChangeKind; endpoint: StoredEndpoint; more?: Record<string, unknown> },
): Promise<void> {
  const { kind, endpoint, more = {} } = change;
  const organisationId = ctx.organisation.id;
  if (await hasListener(tx, organisationId, chainTypes)) await followChain(tx, organisationId, "webhooks");
  else await unfollowChain(tx, organisationId, "webhooks");
  const { id: endpointId, url, events, active } = endpoint;
  const payload = { endpointId, host: new URL(url).host, events, active, ...more };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "webhook_endpoints", id: endpointId }, payload });
}

export type EndpointChangeKind =
  | "WEBHOOK_ENDPOINT_CREATED"
  | "WEBHOOK_ENDPOINT_UPDATED"
  | "WEBHOOK_ENDPOINT_DELETED"
  | "WEBHOOK_ENDPOINT_DISABLED"
  | "WEBHOOK_SECRET_ROTATED";
