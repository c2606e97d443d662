import { followChain, recordConfigurationChange, sealReencryption, unfollowChain } from "@/lib/domains/audit-chain";
import { findHealth, noAttempts } from "@/lib/domains/webhooks/health-store";
import {
  type CreatedWebhookEndpoint,
  type CreateWebhookEndpoint,
  type EndpointHealth,
  type ListWebhookEndpoints,
  type RotateWebhookSecret,
  type UpdateWebhookEndpoint,
  WebhookEndpoint,
  type WebhookEndpointList,
} from "@/lib/domains/webhooks/schemas";
import { endpoints, endUndelivered, type StoredEndpoint, secretContext } from "@/lib/domains/webhooks/store";
import type { Context } from "@/lib/platform/core/context";
import { encryptSecret } from "@/lib/platform/crypto/encryption";
import { generateSigningSecret, noSecrets } from "@/lib/platform/crypto/stored-secrets";
import type { Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { refusePrivateHost } from "@/lib/platform/outgoing/guarded-agent";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

/**
 * Creates an endpoint, which receives events from now on. `signingSecret` is returned only here.
 *
 * @throws `validation_failed` for a URL in a private network, `conflict` at the limit.
 */
export async function createEndpoint(
  ctx: Context,
  input: CreateWebhookEndpoint,
): Promise<CreatedWebhookEndpoint & { signingSecret: string }> {
  refusePrivateHost(input.url);
  return endpoints.create(ctx, async (tx, record) => {
    const signingSecret = generateSigningSecret();
    const secret = encryptSecret(signingSecret, secretContext(record.organisationId, record.id));
    const endpoint = await endpoints.insert(tx, { ...input, ...record, secret, listeningSince: record.createdAt });
    await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_CREATED", endpoint });
    return { ...toEndpoint(endpoint), signingSecret };
  });
}

/** An endpoint of the organisation, active or not; throws `not_found`, also for one that was deleted. */
export async function getEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  return toEndpoint(await withHealth(ctx, await endpoints.require(ctx, id)));
}

/** The organisation's endpoints, newest first, without those that were deleted. Throws `invalid_cursor`. */
export async function listEndpoints(ctx: Context, query: ListWebhookEndpoints): Promise<WebhookEndpointList> {
  return endpoints.list(ctx, query, async (rows) => {
    const health = await findHealth(
      ctx.tx,
      ctx.organisation.id,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toEndpoint({ ...row, health: health.get(row.id) }));
  });
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
  return applyChange(ctx, {
    noun: "webhook endpoint",
    patch,
    expectedVersion,
    async lock(tx) {
      const stored = await endpoints.lock(tx, ctx.organisation.id, id);
      return stored && withHealth({ ...ctx, tx }, stored);
    },
    view: toEndpoint,
    version: versionOf,
    check: () => patch.url !== undefined && refusePrivateHost(patch.url),
    async save(before: EndpointWithHealth, { given, names, now }, tx) {
      const state = given.active ? enabled(now) : { disabledAt: now, disabledReason: null };
      const endpoint = await endpoints.change(tx, before, {
        ...given,
        ...(given.active !== undefined && state),
        updatedAt: now,
      });
      if (given.active === false) await endUndelivered(tx, endpoint, "endpoint_disabled", now);
      await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_UPDATED", endpoint, more: { changed: names } });
      return withHealth({ ...ctx, tx }, endpoint);
    },
  });
}

function enabled(now: Date) {
  return { listeningSince: now, disabledAt: null, disabledReason: null, warnedAt: null, failureMailedAt: null };
}

/** Deletes an endpoint and its secrets, and ends its pending deliveries. Throws `not_found`. */
export async function deleteEndpoint(ctx: Context, id: string): Promise<void> {
  await endpoints.remove(ctx, id, { ...noSecrets, active: false }, async (tx, endpoint) => {
    await endUndelivered(tx, endpoint, "endpoint_deleted", endpoint.updatedAt);
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
  input: RotateWebhookSecret,
): Promise<CreatedWebhookEndpoint & { signingSecret: string }> {
  const { row, secret } = await endpoints.rotate(ctx, id, input, (tx, endpoint, more) =>
    recordEndpointChange(ctx, tx, { kind: "WEBHOOK_SECRET_ROTATED", endpoint, more }),
  );
  return { ...toEndpoint(await withHealth(ctx, row)), signingSecret: secret };
}

/** Re-encrypts the signing secrets of all organisations' endpoints under the current key. */
export function reencryptEndpointSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return endpoints.reencrypt(sealReencryption, report);
}

/** Types published from the chain after its events are committed. */
const chainTypes = ["audit.created", "audit.high_severity"];

/**
 * Completes a change of an organisation's endpoints, as the last step of its transaction. The chain is followed only
 * while an active endpoint listens to events appended to it, and the change is recorded on the chain with its actor.
 * Only the host of the URL is recorded, because a path may be a secret. The caller must hold the lock of the
 * organisation's endpoints, except for changes to one endpoint's secrets.
 */
export async function recordEndpointChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: { kind: EndpointChangeKind; endpoint: StoredEndpoint; more?: Record<string, unknown> },
): Promise<void> {
  const { kind, endpoint, more = {} } = change;
  const organisationId = ctx.organisation.id;
  if (await endpoints.has(tx, organisationId, { active: true, events: { hasSome: chainTypes } }))
    await followChain(tx, organisationId, "webhooks");
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

type EndpointWithHealth = StoredEndpoint & { health?: EndpointHealth | undefined };

async function withHealth(
  { tx, organisation }: Pick<Context, "tx" | "organisation">,
  stored: StoredEndpoint,
): Promise<EndpointWithHealth> {
  return { ...stored, health: (await findHealth(tx, organisation.id, [stored.id])).get(stored.id) };
}

/** A stored endpoint without its secrets. */
function toEndpoint({ health = noAttempts, ...stored }: EndpointWithHealth): WebhookEndpoint {
  return WebhookEndpoint.parse({ ...withIsoTimes(stored), health });
}

/** The part of an endpoint that its entity tag covers. */
export function versionOf({ health: _, ...settings }: WebhookEndpoint): Omit<WebhookEndpoint, "health"> {
  return settings;
}

const shownMax = 50;

/** Active endpoints whose latest attempts all failed. */
export async function listFailingEndpoints(ctx: Context): Promise<WebhookEndpoint[]> {
  const { data } = await listEndpoints(ctx, { limit: shownMax, active: true });
  return data.filter(({ health }) => health.status === "FAILING");
}
