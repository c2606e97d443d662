import type { GovernanceClient } from "@/clients/typescript/src";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import { deliveriesOf, signDelivery } from "./deliveries";
import type { DemoModelKey } from "./models";

interface IntegrationSeed {
  url: string;
  modelIds: ReadonlyMap<DemoModelKey, string>;
  /** The event that a ticket mentions. */
  eventId: string;
  /** The time of the demo's last event. */
  endMs: number;
}

const connections: { kind: IntegrationKind; name: string; rules: readonly (readonly [string, DemoModelKey])[] }[] = [
  {
    kind: "MLFLOW",
    name: "Model registry",
    rules: [["credit-scoring", "creditScoring"]],
  },
  { kind: "JIRA", name: "Model risk tickets", rules: [["RISK", "creditScoring"]] },
  {
    kind: "GITHUB",
    name: "Models repositories",
    rules: [
      ["northwind-bank/credit-scoring", "creditScoring"],
      ["northwind-bank/card-fraud*", "fraudDetection"],
    ],
  },
];

/** Connects GitHub, Jira and MLflow, and sends signed deliveries. Skips organisations that already have integrations. */
export async function seedIntegrations(client: GovernanceClient, seed: IntegrationSeed): Promise<number> {
  const { pagination } = await client.integrations.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  const deliveries = deliveriesOf(seed.endMs, seed.eventId);
  for (const { kind, name, rules } of connections) {
    const models = rules.map(([match, key]) => ({ match, modelId: seed.modelIds.get(key) ?? "" }));
    const body = { kind, name, models, silentAfterHours: 96 };
    const created = await client.integrations.create(body, { idempotencyKey: `ide_seed-integration-${kind}` });
    // There is no secret if an earlier, interrupted run created the integration.
    if (created.secret === undefined) continue;
    for (const [index, delivery] of deliveries.filter((one) => one.kind === kind).entries())
      await deliver(seed.url, created.id, signDelivery(delivery, created.secret, `seed-${created.id}-${index}`));
  }
  return deliveries.length;
}

async function deliver(url: string, integrationId: string, request: ReturnType<typeof signDelivery>): Promise<void> {
  const path = `/v1/integrations/${integrationId}/events`;
  const response = await fetch(`${url}${path}`, { method: "POST", ...request });
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
}
