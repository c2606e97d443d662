import { followChain, recordConfigurationChange, unfollowChain } from "@/lib/domains/audit-chain";
import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  ListWebhookEndpoints,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointList,
} from "@/lib/domains/webhooks/schemas";
import {
  changeEndpoint,
  countEndpoints,
  endUndelivered,
  findEndpoint,
  findEndpoints,
  hasListener,
  insertEndpoint,
  lockEndpoint,
  lockEndpointSet,
  type StoredEndpoint,
  secretsStore,
} from "@/lib/domains/webhooks/store";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { encryptSecret } from "@/lib/platform/crypto/encryption";
import { generateSigningSecret, noSecrets, reencryptSecrets, rotated } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { refusePrivateHost } from "@/lib/platform/outgoing/guarded-agent";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { listPage } from "@/lib/platform/resource/list-page";

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
      secret: encryptSecret(signingSecret, secretContext(organisationId, id)),
      createdAt: new Date(nowMs),
    });
    await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_CREATED", endpoint: stored });
    return { ...toEndpoint(stored), signingSecret };
  });
}

/** An endpoint of the organisation, active or not; throws `not_found`, also for one that was deleted. */
export async function getEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const stored = await findEndpoint(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("webhook endpoint");
  return toEndpoint(stored);
}

/** The organisation's endpoints, newest first, without those that were deleted. Throws `invalid_cursor`. */
export async function listEndpoints(ctx: Context, query: ListWebhookEndpoints): Promise<WebhookEndpointList> {
  const organisationId = ctx.organisation.id;
  const { rows, pagination } = await listPage(ctx, {
    name: "webhook-endpoints",
    query,
    rows: (slice, reader) => findEndpoints(reader, organisationId, query, slice),
    count: (reader) => countEndpoints(reader, organisationId, query),
  });
  return { data: rows.map(toEndpoint), pagination };
}

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
      ...noSecrets,
    });
    await endUndelivered(tx, organisationId, id, { reason: "endpoint_deleted", at: now });
    await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_DELETED", endpoint });
  });
}

/**
 * Replaces an endpoint's signing secret. Deliveries are also signed with the current one until the overlap ends.
 *
 * @throws `not_found`
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
    const secret = generateSigningSecret();
    const context = secretContext(organisationId, id);
    const columns = rotated(locked, { secret, context, overlapSeconds, nowMs: ctx.clock.now() });
    const endpoint = await changeEndpoint(tx, organisationId, id, columns);
    const after = toEndpoint(endpoint);
    const more = { previousSecretExpiresAt: after.previousSecretExpiresAt };
    await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_SECRET_ROTATED", endpoint, more });
    return { ...after, signingSecret: secret };
  });
}

/** What an endpoint's secrets are encrypted for: they decrypt for no other endpoint. */
export function secretContext(organisationId: string, endpointId: string): string {
  return `webhook-endpoint/${organisationId}/${endpointId}`;
}

/** Re-encrypts the signing secrets of all organisations' endpoints under the current key. */
export function reencryptEndpointSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptSecrets(secretsStore, secretContext, report);
}

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

/** A stored endpoint as callers see it: nothing of its secrets. */
export function toEndpoint(stored: StoredEndpoint): WebhookEndpoint {
  return {
    id: stored.id,
    url: stored.url,
    events: stored.events,
    description: stored.description,
    active: stored.active,
    disabledAt: stored.disabledAt?.toISOString() ?? null,
    disabledReason: stored.disabledReason,
    previousSecretExpiresAt: stored.previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}
