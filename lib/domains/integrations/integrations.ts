import { appendInTransaction } from "@/lib/domains/audit-chain";
import {
  type CreatedIntegration,
  type CreateIntegration,
  Integration,
  type IntegrationList,
  type ListIntegrations,
  type RotateIntegrationSecret,
  type UpdateIntegration,
} from "@/lib/domains/integrations/schemas";
import {
  changeIntegration,
  countIntegrations,
  findFirstIntegrations,
  findIntegration,
  findIntegrations,
  type IntegrationChange,
  type IntegrationFilter,
  insertIntegration,
  lockIntegration,
  lockIntegrationSet,
  type ModelRule,
  type StoredIntegration,
  secretsStore,
} from "@/lib/domains/integrations/store";
import type { IntegrationStatus } from "@/lib/domains/integrations/constants";
import { requireRegistered } from "@/lib/domains/models";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { encryptSecret } from "@/lib/platform/crypto/encryption";
import { jcs } from "@/lib/platform/crypto/jcs";
import { generateReceivingSecret, noSecrets, reencryptSecrets, rotated } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { matches, preconditionFailed } from "@/lib/platform/resource/entity-tag";
import { type Place, paginate, readPlace } from "@/lib/platform/resource/list-page";

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
    const secret = generateReceivingSecret();
    const stored = await insertIntegration(tx, {
      ...{ ...input, id, organisationId },
      secret: encryptSecret(secret, secretContext(organisationId, id)),
      createdAt: new Date(nowMs),
    });
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_CREATED", integration: stored });
    return { ...toIntegration(stored), secret };
  });
}

/** An integration of the organisation, enabled or not; throws `not_found`, also for one that was deleted. */
export async function getIntegration(ctx: Context, id: string): Promise<Integration> {
  const stored = await findIntegration(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("integration");
  return toIntegration(stored);
}

/**
 * The organisation's integrations, newest first, without those that were deleted. Integrations made between two pages show
 * on neither; `total` is that of the first page. Throws `invalid_cursor` for a cursor of another organisation or filter.
 */
export async function listIntegrations(ctx: Context, query: ListIntegrations): Promise<IntegrationList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["integrations", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { integrations, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(integrations, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toIntegration), pagination };
}

async function findPage(organisationId: string, filter: IntegrationFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstIntegrations(organisationId, filter, take);
  const integrations = await findIntegrations(organisationId, filter, { beforeId: place.before, take });
  return { integrations, total: place.total };
}

/**
 * Sets what `change` names and leaves the rest. One that is enabled again is given its whole time before it counts as
 * silent; one that is disabled counts as disconnected no more. `ifMatch` is the request's `If-Match` header. A change to
 * what is already so changes nothing and is no event. Throws `not_found`, `model_not_registered`, `precondition_failed`.
 */
export async function updateIntegration(
  ctx: Context,
  id: string,
  change: UpdateIntegration,
  ifMatch?: string,
): Promise<Integration> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const locked = await lockIntegration(tx, organisationId, id);
    if (!locked) throw notFound("integration");
    const before = toIntegration(locked);
    if (ifMatch !== undefined && !matches(ifMatch, versionOf(before))) {
      throw preconditionFailed("integration", versionOf(before));
    }
    await requireModels({ ...ctx, tx }, change);

    const changed = membersThatDiffer(before, change);
    if (changed.length === 0) return before;
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    const after = await changeIntegration(tx, organisationId, id, columnsOf(locked, change, now));
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_UPDATED", integration: after, more: { changed } });
    return toIntegration(after);
  });
}

function membersThatDiffer(before: Integration, change: UpdateIntegration): string[] {
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .filter(([name, value]) => jcs(value) !== jcs(before[name as keyof UpdateIntegration]))
    .map(([name]) => name);
}

function columnsOf(stored: StoredIntegration, change: UpdateIntegration, now: Date): IntegrationChange {
  const { name, models, defaultModelId, silentAfterHours, enabled } = change;
  return {
    updatedAt: now,
    ...(name === undefined ? {} : { name }),
    ...(models === undefined ? {} : { models }),
    ...(defaultModelId === undefined ? {} : { defaultModelId }),
    ...(silentAfterHours === undefined ? {} : { silentAfterHours }),
    ...(enabled === undefined || enabled === stored.enabled ? {} : { enabled, ...switched(enabled, now) }),
  };
}

function switched(enabled: boolean, now: Date) {
  return { disconnectedAt: null, ...(enabled ? { listeningSince: now } : {}) };
}

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
      ...noSecrets,
    });
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_DELETED", integration });
  });
}

/**
 * Replaces an integration's secret. Deliveries signed with the current one are also accepted until the overlap ends.
 *
 * @throws `not_found`
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
    const secret = generateReceivingSecret();
    const context = secretContext(organisationId, id);
    const columns = rotated(locked, { secret, context, overlapSeconds, nowMs: ctx.clock.now() });
    const integration = await changeIntegration(tx, organisationId, id, columns);
    const after = toIntegration(integration);
    const more = { previousSecretExpiresAt: after.previousSecretExpiresAt };
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_SECRET_ROTATED", integration, more });
    return { ...after, secret };
  });
}

/** What an integration's secrets are encrypted for: they decrypt for no other integration. */
export function secretContext(organisationId: string, integrationId: string): string {
  return `integration/${organisationId}/${integrationId}`;
}

/** Re-encrypts the secrets of all organisations' integrations under the current key. */
export function reencryptIntegrationSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptSecrets(secretsStore, secretContext, report);
}

/** Refuses (422 `model_not_registered`) rules and a default that name what is no model of the organisation. */
export async function requireModels(
  ctx: Context,
  { models = [], defaultModelId }: { models?: ModelRule[] | undefined; defaultModelId?: string | null | undefined },
): Promise<void> {
  const places = models.map(({ modelId }, i) => ({ path: `models[${i}].modelId`, modelId }));
  if (defaultModelId) places.push({ path: "defaultModelId", modelId: defaultModelId });
  await requireRegistered(
    ctx,
    places,
    "Rules name models that are not registered in this organisation. Register them with POST /v1/models and use the ids it answers.",
  );
}

export type IntegrationChangeKind =
  | "INTEGRATION_CREATED"
  | "INTEGRATION_UPDATED"
  | "INTEGRATION_DELETED"
  | "INTEGRATION_SECRET_ROTATED";

/** Ends a change of an integration, as the last thing in its transaction: it is an event on the chain, by whoever made it. */
export async function recordIntegrationChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: { kind: IntegrationChangeKind; integration: StoredIntegration; more?: Record<string, unknown> },
): Promise<void> {
  const { kind, integration, more = {} } = change;
  const { id: integrationId, kind: product, name, models, defaultModelId, silentAfterHours, enabled } = integration;
  await appendInTransaction(ctx, tx, [
    {
      eventType: "CONFIG_CHANGE",
      payload: { kind, integrationId, product, name, models, defaultModelId, silentAfterHours, enabled, ...more },
      records: [{ table: "integrations", id: integrationId }],
    },
  ]);
}

/** A stored integration as callers see it: nothing of its secrets. */
export function toIntegration(stored: StoredIntegration): Integration {
  const { id, kind, name, models, defaultModelId, silentAfterHours, enabled } = stored;
  return {
    ...{ id, kind, name, models, defaultModelId, silentAfterHours, enabled },
    receiverUrl: publicUrl(`/v1/integrations/${id}/events`),
    status: statusOf(stored),
    lastSeenAt: stored.lastSeenAt?.toISOString() ?? null,
    disconnectedAt: stored.disconnectedAt?.toISOString() ?? null,
    figures: { recorded: stored.recordedDeliveries, ignored: stored.ignoredDeliveries },
    previousSecretExpiresAt: stored.previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

function statusOf(stored: Pick<StoredIntegration, "enabled" | "disconnectedAt" | "lastSeenAt">): IntegrationStatus {
  if (!stored.enabled) return "DISABLED";
  if (stored.disconnectedAt !== null) return "DISCONNECTED";
  return stored.lastSeenAt === null ? "WAITING" : "CONNECTED";
}

/** What tells one version of an integration from another: its settings, not what deliveries move, nor where the service is. */
const Settings = Integration.omit({
  receiverUrl: true,
  status: true,
  lastSeenAt: true,
  disconnectedAt: true,
  figures: true,
});

/** What the entity tag of an integration is made of. Deliveries come at any time, and must refuse nobody's change. */
export function versionOf(integration: Integration): object {
  return Settings.parse(integration);
}
