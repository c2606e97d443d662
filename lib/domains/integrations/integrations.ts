import { recordConfigurationChange, sealReencryption } from "@/lib/domains/audit-chain";
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
  integrations,
  type ModelRule,
  noTicketSettings,
  type StoredIntegration,
  secretContext,
} from "@/lib/domains/integrations/store";
import { ticketColumns } from "@/lib/domains/integrations/tickets/ticket-settings";
import { requireRegistered } from "@/lib/domains/models";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Context } from "@/lib/platform/core/context";
import { encryptSecret } from "@/lib/platform/crypto/encryption";
import { generateReceivingSecret, noSecrets } from "@/lib/platform/crypto/stored-secrets";
import type { Transaction } from "@/lib/platform/database/db";
import type { Reencryption } from "@/lib/platform/database/reencryption";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

/** Creates an integration and its secret. Throws `model_not_registered`, and `conflict` at the limit. */
export async function createIntegration(
  ctx: Context,
  input: CreateIntegration,
): Promise<CreatedIntegration & { secret: string }> {
  return integrations.create(ctx, async (tx, record) => {
    await requireModels({ ...ctx, tx }, input);
    const secret = generateReceivingSecret();
    const { ticketSettings, authorization } = ticketColumns({ ...record, kind: input.kind }, input.ticketSettings);
    const integration = await integrations.insert(tx, {
      ...{ ...input, ...record, listeningSince: record.createdAt },
      ...{ ticketSettings: ticketSettings ?? noTicketSettings, authorization },
      secret: encryptSecret(secret, secretContext(record.organisationId, record.id)),
    });
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_CREATED", integration });
    return { ...toIntegration(integration), secret };
  });
}

/** @throws `not_found` */
export async function getIntegration(ctx: Context, id: string): Promise<Integration> {
  return toIntegration(await integrations.require(ctx, id));
}

/** The organisation's integrations, newest first. Throws `invalid_cursor`. */
export async function listIntegrations(ctx: Context, query: ListIntegrations): Promise<IntegrationList> {
  return integrations.list(ctx, query, (rows) => rows.map(toIntegration));
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
  return applyChange(ctx, {
    noun: "integration",
    patch,
    expectedVersion,
    lock: (tx) => integrations.lock(tx, ctx.organisation.id, id),
    view: toIntegration,
    version: versionOf,
    check: (_, { given }, tx) => requireModels({ ...ctx, tx }, given),
    async save(before: StoredIntegration, { given, names, now }, tx) {
      const { enabled, ticketSettings, ...settings } = given;
      const ticketing = ticketSettings === undefined ? undefined : ticketColumns(before, ticketSettings);
      const integration = await integrations.change(tx, before, {
        ...settings,
        ...(ticketing && { ...ticketing, ticketSettings: ticketing.ticketSettings ?? noTicketSettings }),
        ...(enabled !== undefined && { enabled }),
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
  await integrations.remove(
    ctx,
    id,
    { ...noSecrets, authorization: null, ticketSettings: noTicketSettings, enabled: false, disconnectedAt: null },
    (tx, integration) => recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_DELETED", integration }),
  );
}

/**
 * Replaces an integration's secret. Deliveries signed with the current one are also accepted until the overlap ends.
 *
 * @throws `not_found`
 */
export async function rotateIntegrationSecret(
  ctx: Context,
  id: string,
  input: RotateIntegrationSecret,
): Promise<CreatedIntegration & { secret: string }> {
  const { row, secret } = await integrations.rotate(ctx, id, input, (tx, integration, more) =>
    recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_SECRET_ROTATED", integration, more }),
  );
  return { ...toIntegration(row), secret };
}

/** Re-encrypts the secrets of all organisations' integrations under the current key. */
export function reencryptIntegrationSecrets(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return integrations.reencrypt(sealReencryption, report, { authorization: true });
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
  // The e-mail address is personal data, and this event cannot be erased.
  const { baseUrl, project } = integration.ticketSettings ?? {};
  const tickets = baseUrl === undefined ? {} : { ticketSettings: { baseUrl, project } };
  const settings = { name, models, defaultModelId, silentAfterHours, enabled, ...tickets };
  const payload = { integrationId, product, ...settings, ...more };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "integrations", id: integrationId }, payload });
}

/** A stored integration without its secrets. */
export function toIntegration(stored: StoredIntegration): Integration {
  return Integration.parse({
    ...withIsoTimes(stored),
    receiverUrl: publicUrl(`/v1/integrations/${stored.id}/events`),
    status: statusOf(stored),
    figures: { recorded: Number(stored.recordedDeliveries), ignored: Number(stored.ignoredDeliveries) },
  });
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
