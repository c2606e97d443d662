import type { GovernanceClient } from "@/clients/typescript/src";

/** Where the demo's endpoints are; `tools/demo/receivers.ts` answers there. */
export const alertingUrl = "https://alerting.northwind.example.com/hooks/governance";
export const ticketsUrl = "https://tickets.northwind.example.com/incoming/governance";

/** Has two systems told of what happens. Leaves an organisation alone that has endpoints. Answers how many were made. */
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
      description: "Risk team's alerting",
      events: ["audit.high_severity", "alert.triggered", "chain.integrity_failure", "integration.disconnected"],
    },
    { idempotencyKey: "ide_seed-webhook-alerting" },
  );
  return 2;
}
