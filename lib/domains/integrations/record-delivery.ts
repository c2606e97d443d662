import {
  appendInTransaction,
  findKnownEventIds,
  futureToleranceMs,
  type ServiceEvent,
} from "@/lib/domains/audit-chain";
import {
  type Claim,
  claimDelivery,
  findClaimed,
  setEventOf,
  withdrawIgnored,
} from "@/lib/domains/integrations/delivery-store";
import type { IgnoredReason } from "@/lib/domains/integrations/enums";
import { products } from "@/lib/domains/integrations/products";
import type { Reading, Translation } from "@/lib/domains/integrations/products/product";
import type { DeliveryReceipt } from "@/lib/domains/integrations/schemas";
import { integrations, type StoredIntegration } from "@/lib/domains/integrations/store";
import { linkTicket } from "@/lib/domains/integrations/tickets";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

/** A correctly signed delivery and its content. */
interface Delivery {
  integrationId: string;
  deliveryId: string;
  bodyHash: string;
  reading: Reading;
}

/**
 * Processes a delivery in one transaction: claims it, updates its integration, links tickets and appends the event. A
 * repeat returns the first delivery's event and does not count as activity, because it may have been recorded in
 * transit. A delivery ignored for lack of a model is processed again once a rule matches. Returns undefined if the
 * integration was deleted.
 */
export async function recordDelivery(
  ctx: Pick<Context, "organisation" | "clock">,
  { integrationId, deliveryId, bodyHash, reading }: Delivery,
): Promise<DeliveryReceipt | undefined> {
  const organisationId = ctx.organisation.id;
  const now = new Date(ctx.clock.now());
  return inTransaction(undefined, async (tx) => {
    const integration = await integrations.lockRow(tx, organisationId, integrationId);
    if (!integration) return undefined;
    if (!integration.enabled) {
      throw new ServiceError("conflict", "The integration is disabled. Enable it, then resend the delivery.");
    }
    const { topic, translation, ticket } = reading;
    const modelId = translation ? findModelOf(integration, translation.subject) : null;
    const reason = ignoredFor(translation, modelId);
    const claim: Claim = { organisationId, integrationId, deliveryId, bodyHash, topic, reason, receivedAt: now };
    const wasIgnored = reason === null && (await withdrawIgnored(tx, claim));
    if (!(await claimDelivery(tx, claim))) return repeated(tx, claim);

    await integrations.change(tx, integration, {
      lastSeenAt: new Date(Math.max(now.getTime(), integration.lastSeenAt?.getTime() ?? 0)),
      disconnectedAt: null,
      ...(reason === null ? { recordedDeliveries: { increment: 1 } } : { ignoredDeliveries: { increment: 1 } }),
      ...(wasIgnored && { ignoredDeliveries: { increment: -1 } }),
    });
    const named = ticket ? await findKnownEventIds(tx, organisationId, ticket.eventIds) : [];
    if (ticket) await linkTicket(tx, { organisationId, integrationId, ticket, eventIds: named, now });

    const own = translation && modelId ? [toEvent({ integration, claim, translation, modelId, named })] : [];
    const events = [...(integration.disconnectedAt === null ? [] : [reconnected(integration, now)]), ...own];
    const actor = { kind: "integration" as const, id: integrationId, name: integration.name };
    const appended = events.length === 0 ? [] : await appendInTransaction({ ...ctx, actor }, tx, events);
    if (reason !== null) return { result: "ignored", eventId: null, reason };
    const eventId = appended.at(-1)?.id;
    if (eventId === undefined) throw new Error("an event was appended and has no id");
    await setEventOf(tx, claim, eventId);
    return { result: "recorded", eventId };
  });
}

/** Why no event is recorded for a delivery; null if one is. */
function ignoredFor(translation: Translation | undefined, modelId: string | null): IgnoredReason | null {
  if (translation === undefined) return "no_event";
  return modelId === null ? "no_model" : null;
}

async function repeated(tx: Transaction, claim: Claim): Promise<DeliveryReceipt> {
  const known = await findClaimed(tx, claim);
  if (known?.bodyHash === claim.bodyHash) return { result: "duplicate", eventId: known.eventId };
  throw new ServiceError("conflict", `A different delivery with the ID ${claim.deliveryId} was already received.`);
}

interface Recordable {
  integration: StoredIntegration;
  claim: Claim;
  translation: Translation;
  modelId: string;
  /** Events of the organisation that the ticket names. */
  named: string[];
}

function toEvent({ integration, claim, translation, modelId, named }: Recordable): ServiceEvent {
  const { eventType, severity, occurredAt, payload } = translation;
  const isPlausible =
    occurredAt !== undefined && Date.parse(occurredAt) <= claim.receivedAt.getTime() + futureToleranceMs;
  return {
    ...{ modelId, eventType, severity },
    source: integration.kind,
    tags: [integration.id],
    payload: { ...payload, ...(named.length > 0 && { linkedEventIds: named }), deliveryId: claim.deliveryId },
    // If the product's clock is far ahead, the event gets the time of receipt.
    ...(isPlausible && { timestamp: occurredAt }),
  };
}

function reconnected({ id, kind, name, disconnectedAt }: StoredIntegration, now: Date): ServiceEvent {
  return {
    eventType: "ALERT",
    payload: {
      kind: "INTEGRATION_RECONNECTED",
      integrationId: id,
      product: kind,
      name,
      disconnectedAt: disconnectedAt?.toISOString() ?? null,
      reconnectedAt: now.toISOString(),
    },
    records: [{ table: "integrations", id }],
  };
}

/**
 * The registered model of a product's object: by the first matching rule, otherwise the default; null if there is neither
 * rule nor default.
 */
export function findModelOf(
  { kind, models, defaultModelId }: Pick<StoredIntegration, "kind" | "models" | "defaultModelId">,
  subject: string,
): string | null {
  const fold = (text: string) => (products[kind].isCaseSensitive ? text : text.toLowerCase());
  const folded = fold(subject);
  const rule = models.find(({ match }) =>
    match.endsWith("*") ? folded.startsWith(fold(match.slice(0, -1))) : folded === fold(match),
  );
  return rule?.modelId ?? defaultModelId;
}
