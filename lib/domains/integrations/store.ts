import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { TicketSettings } from "@/lib/domains/integrations/schemas-tickets";
import { type Integration, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { generateReceivingSecret } from "@/lib/platform/crypto/stored-secrets";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { RecordStore } from "@/lib/platform/resource/record-store";

export interface ModelRule {
  match: string;
  modelId: string;
}

/** Rules were validated before they were stored, and a check constraint restricts the kind. Its secrets are encrypted. */
export type StoredIntegration = Omit<Integration, "kind" | "models" | "ticketSettings"> & {
  kind: IntegrationKind;
  models: ModelRule[];
  ticketSettings: TicketSettings | null;
};

/** The encryption context of an integration's secrets, which binds them to the integration. */
export function secretContext(
  organisationId: string,
  integrationId: string,
  kind: "signing" | "authorization" = "signing",
): string {
  const context = `integration/${organisationId}/${integrationId}`;
  return kind === "signing" ? context : `${context}/${kind}`;
}

/** The column of an integration that creates no tickets. */
export const noTicketSettings = Prisma.DbNull;

/** Integrations of organisations, enabled or not. */
export const integrations = new RecordStore<
  StoredIntegration,
  Prisma.IntegrationUncheckedCreateInput,
  Prisma.IntegrationUncheckedUpdateInput
>({
  noun: "integration",
  plural: "integrations",
  id: "integration",
  table: "integrations",
  max: 50,
  model: (reader) => reader.integration,
  secret: { generate: generateReceivingSecret, context: secretContext },
});

/** The organisation's enabled integrations that create tickets. */
export async function findWithTickets(
  tx: Transaction | undefined,
  organisationId: string,
): Promise<StoredIntegration[]> {
  const where = { organisationId, deletedAt: null, enabled: true, ticketSettings: { not: Prisma.DbNull } };
  return (await (tx ?? prisma()).integration.findMany({ where })) as unknown as StoredIntegration[];
}

/**
 * The integration that a delivery is addressed to. The only lookup without an organisation: the delivery's signature
 * authenticates it.
 */
export async function findReceiver(id: string): Promise<StoredIntegration | null> {
  if (!isId("integration", id)) return null;
  return (await prisma().integration.findFirst({
    where: { id, deletedAt: null },
  })) as unknown as StoredIntegration | null;
}

/** Maintenance over all organisations: integrations that exceeded their silence period, the longest silent first. */
export async function findSilent(now: Date, limit: number): Promise<{ organisationId: string; id: string }[]> {
  return prisma().$queryRaw<{ organisationId: string; id: string }[]>`
    SELECT organisation_id AS "organisationId", id FROM integrations
    WHERE deleted_at IS NULL AND enabled AND disconnected_at IS NULL AND silent_after_hours IS NOT NULL
      AND greatest(listening_since, last_seen_at) <= ${now}::timestamptz - silent_after_hours * interval '1 hour'
    ORDER BY greatest(listening_since, last_seen_at) LIMIT ${limit}`;
}
