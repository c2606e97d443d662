import type { Body, GovernanceClient } from "@/clients/typescript/src";
import type { DemoModelKey } from "./models";

type ModelIds = ReadonlyMap<DemoModelKey, string>;

const hourMs = 60 * 60 * 1000;
const recipients = ["model-risk@northwind.example"];

function policiesOf(modelIds: ModelIds, nowMs: number): Body<"createAlertPolicy">[] {
  return [
    {
      name: "Slow responses",
      description: "Disabled since the assistant was moved to larger machines.",
      rule: {
        eventTypes: ["INFERENCE"],
        payload: { path: "latencyMs", operator: "GREATER_THAN", threshold: 2_000 },
        count: { atLeast: 20, withinMinutes: 30, per: "MODEL" },
      },
      severity: "INFO",
      enabled: false,
    },
    {
      name: "Credit models changed",
      description: "Muted during the quarterly recalibration.",
      rule: {
        eventTypes: ["CONFIG_CHANGE", "TRAINING_COMPLETED"],
        modelIds: [idOf(modelIds, "creditScoring"), idOf(modelIds, "amlMonitoring")],
      },
      severity: "MEDIUM",
      cooldownMinutes: 15,
      mutedUntil: new Date(nowMs + 72 * hourMs).toISOString(),
    },
    {
      name: "Unapproved AI",
      description: "Review the detection and contact the head of the department.",
      rule: { eventTypes: ["SHADOW_AI_DETECTED"], minSeverity: "HIGH" },
      severity: "HIGH",
      recipients,
      cooldownMinutes: 24 * 60,
    },
    {
      name: "Low confidence in production",
      description: "Three low-confidence answers of a model within an hour. Check its inputs.",
      rule: {
        eventTypes: ["INFERENCE"],
        tags: ["production"],
        payload: { path: "confidence", operator: "LESS_THAN", threshold: 0.55 },
        count: { atLeast: 3, withinMinutes: 60, per: "MODEL" },
      },
      severity: "MEDIUM",
      recipients,
    },
    {
      name: "Deployments to review",
      description: "Failed deployments and deployments flagged by the release pipeline.",
      rule: { eventTypes: ["DEPLOYMENT"], minSeverity: "MEDIUM" },
      severity: "HIGH",
      recipients,
      cooldownMinutes: 30,
    },
  ];
}

/** Creates alert policies and triggers one of them. Skips organisations that already have some. */
export async function seedAlertPolicies(client: GovernanceClient, modelIds: ModelIds): Promise<number> {
  const { pagination } = await client.alertPolicies.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  const policies = policiesOf(modelIds, Date.now());
  for (const [index, policy] of policies.entries())
    await client.alertPolicies.create(policy, { idempotencyKey: `ide_seed-policy-${index}` });
  const modelId = idOf(modelIds, "kycDocuments");
  const events = [0.54, 0.531, 0.528, 0.549].map((confidence, index) => ({
    modelId,
    eventType: "INFERENCE" as const,
    severity: "MEDIUM" as const,
    payload: { inputHash: `sha256:${String(index).repeat(64)}`, confidence, decisionOutput: "REFERRED" },
    tags: ["production", "uk"],
  }));
  await client.audit.appendBatch({ events }, { idempotencyKey: "ide_seed-low-confidence" });
  return policies.length;
}

function idOf(modelIds: ModelIds, key: DemoModelKey): string {
  const id = modelIds.get(key);
  if (id === undefined) throw new Error(`The demo has no model ${key}.`);
  return id;
}
