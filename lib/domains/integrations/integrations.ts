import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import type { IntegrationStatus } from "@/lib/domains/integrations/enums";
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
  findIntegration,
  findIntegrations,
  insertIntegration,
  lockIntegration,
  lockIntegrationSet,
  type ModelRule,
  type StoredIntegration,
  secretsStore,
} from "@/lib/domains/integrations/store";
import { requireRegistered } from "@/lib/domains/models";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { encryptSecret } from "@/lib/platform/crypto/encryption";
import { generateReceivingSecret, noSecrets, reencryptSecrets, rotated } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { listPage } from "@/lib/platform/resource/list-page";

/** Integrations per organisation, enabled or not. */
const integrationsMax = 50;

const noun = "integration";

/** Creates an integration and its secret. Throws `model_not_registered`, and `conflict` at the limit. */
export async function createIntegration(
  ctx: Context,
  input: CreateIntegration,
): Promise<CreatedIntegration & { secret: string }> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await requireModels({ ...ctx, tx }, input);
    await lockIntegrationSet(tx, organisationId);
    if ((await countIntegrations(tx, organisationId)) >= integrationsMax)
      throw new ServiceError(
        "conflict",
        `An organisation can have up to ${integrationsMax} integrations. Delete one first.`,
      );
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

/** @throws `not_found` */
export async function getIntegration(ctx: Context, id: string): Promise<Integration> {
  const stored = await findIntegration(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound(noun);
  return toIntegration(stored);
}

/** The organisation's integrations, newest first. Throws `invalid_cursor`. */
export async function listIntegrations(ctx: Context, query: ListIntegrations): Promise<IntegrationList> {
  const { rows, pagination } = await listPage(ctx, {
    name: "integrations",
    query,
    rows: (slice, reader) => findIntegrations(reader, ctx.organisation.id, query, slice),
    count: (reader) => countIntegrations(reader, ctx.organisation.id, query),
  });
  return { data: rows.map(toIntegration), pagination };
}

/**
 * Changes the members that `patch` names. Enabling an integration restarts its silence period; disabling it ends a
 * disconnection.
 *
 * @throws `not_found`, `model_not_registered`, `precondition_failed`.
 */
export async function updateIntegration(
  ctx: Context,
  id: string,
  patch: UpdateIntegration,
  expectedVersion?: string,
): Promise<Integration> {
  const organisationId = ctx.organisation.id;
  return applyChange(ctx, {
    noun,
    patch,
    expectedVersion,
    lock: (tx) => lockIntegration(tx, organisationId, id),
    view: toIntegration,
    version: versionOf,
    check: (_, { given }, tx) => requireModels({ ...ctx, tx }, given),
    async save(_, { given, names, now }, tx) {
      const { enabled } = given;
      const integration = await changeIntegration(tx, organisationId, id, {
        ...given,
        ...(enabled !== undefined && { disconnectedAt: null }),
        ...(enabled && { listeningSince: now }),
        updatedAt: now,
      });
      const more = { changed: names };
      await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_UPDATED", integration, more });
      return integration;
    },
  });
}

/** Deletes an integration and its secrets. Deliveries and linked tickets are kept. Throws `not_found`. */
export async function deleteIntegration(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await lockIntegrationSet(tx, organisationId);
    const locked = await lockIntegration(tx, organisationId, id);
    if (!locked) throw notFound(noun);
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
    if (!locked) throw notFound(noun);
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

/** The encryption context of an integration's secrets, which binds them to the integration. */
export function secretContext(organisationId: string, integrationId: string): string {
  return `integration/${organisationId}/${integrationId}`;
}

/** Re-encrypts the secrets of all organisations' integrations under the current key. */
export function reencryptIntegrationSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptSecrets(secretsStore, secretContext, report);
}

/** @throws `model_not_registered` */
export async function requireModels(
  ctx: Context,
  { models = [], defaultModelId }: { models?: ModelRule[] | undefined; defaultModelId?: string | null | undefined },
): Promise<void> {
  const places = models.map(({ modelId }, i) => ({ path: `models[${i}].modelId`, modelId }));
  if (defaultModelId) places.push({ path: "defaultModelId", modelId: defaultModelId });
  await requireRegistered(
    ctx,
    places,
    "The rules contain models that are not registered in this organisation. Register them with POST /v1/models first.",
  );
}

export type IntegrationChangeKind =
  | "INTEGRATION_CREATED"
  | "INTEGRATION_UPDATED"
  | "INTEGRATION_DELETED"
  | "INTEGRATION_SECRET_ROTATED";

/** Records a change of an integration on the chain, as the last step of its transaction. */
export async function recordIntegrationChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: { kind: IntegrationChangeKind; integration: StoredIntegration; more?: Record<string, unknown> },
): Promise<void> {
  const { kind, integration, more } = change;
  const { id: integrationId, kind: product, name, models, defaultModelId, silentAfterHours, enabled } = integration;
  const payload = { integrationId, product, name, models, defaultModelId, silentAfterHours, enabled, ...more };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "integrations", id: integrationId }, payload });
}

/** A stored integration without its secrets. */
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

const Settings = Integration.omit({
  receiverUrl: true,
  status: true,
  lastSeenAt: true,
  disconnectedAt: true,
  figures: true,
});

/** The part of an integration that its entity tag covers: deliveries must not cause conflicts. */
export function versionOf(integration: Integration): object {
  return Settings.parse(integration);
}
