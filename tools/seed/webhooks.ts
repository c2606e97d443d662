import type { GovernanceClient } from "@/clients/typescript/src";

/** The demo's endpoints. `tools/demo/receivers.ts` serves them. */
export const alertingUrl = "https://alerting.northwind.example.com/hooks/governance";
export const ticketsUrl = "https://tickets.northwind.example.com/incoming/governance";

/** Creates two endpoints and returns their number. Skips organisations that already have some. */
export async function seedWebhooks(client: GovernanceClient): Promise<number> {
  const { pagination } = await client.webhooks.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  await client.webhooks.create(
    {
      url: ticketsUrl,
      description: "Ticket system",
      events: ["shadow_ai.detected", "shadow_ai.resolved", "evidence.ready"],
    },
    { idempotencyKey: "ide_seed-webhook-tickets" },
  );
  await client.webhooks.create(
    {
      url: alertingUrl,
      description: "Risk team alerting",
      events: ["audit.high_severity", "alert.triggered", "chain.integrity_failure", "integration.disconnected"],
    },
    { idempotencyKey: "ide_seed-webhook-alerting" },
  );
  return 2;
}
