import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredIntegration } from "@/lib/integrations/store";

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
