import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Body, GovernanceClient } from "@/clients/typescript/src";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import { deliveriesOf, signDelivery } from "./deliveries";
import { hostOfToday, logOfToday } from "./earlier-detections";
import type { DemoModelKey } from "./models";
import { dayMs, hourMs } from "./timeline";

/** The demo's endpoints. `tools/demo/receivers.ts` serves them. */
export const alertingUrl = "https://alerting.northwind.example.com/hooks/governance";
export const archiveUrl = "https://archive.northwind.example.com/audit";
export const ticketsUrl = "https://tickets.northwind.example.com/incoming/governance";

const recipients = ["model-risk@northwind.example.com"];

/** The organisation that gets sample resources. */
export interface Sample {
  client: GovernanceClient;
  url: string;
  /** The id of a model; empty if the organisation does not have it. */
  modelId: (key: DemoModelKey) => string;
  /** The end of the sample history. */
  endMs: number;
}

interface Resource<Input, Created> {
  list(query: { limit: number }): Promise<{ pagination: { total: number } }>;
  create(body: Input, options: { idempotencyKey: string }): Promise<Created>;
}

/** Creates resources one after another. Returns none if the organisation already has some. */
async function createAll<Input, Created>(resource: Resource<Input, Created>, name: string, bodies: NoInfer<Input>[]) {
  const created: Created[] = [];
  if ((await resource.list({ limit: 1 })).pagination.total > 0) return created;
  for (const [index, body] of bodies.entries())
    created.push(await resource.create(body, { idempotencyKey: `ide_seed-${name}-${index}` }));
  return created;
}

export async function seedWebhooks({ client }: Sample): Promise<void> {
  await createAll(client.webhooks, "webhook", [
    {
      url: ticketsUrl,
      description: "Ticket system",
      events: ["shadow_ai.detected", "shadow_ai.resolved", "evidence.ready"],
    },
    {
      url: alertingUrl,
      description: "Risk team alerting",
      events: ["audit.high_severity", "alert.triggered", "chain.integrity_failure", "integration.disconnected"],
    },
  ]);
}

/**
 * Sends a log with new uses of AI services, which the service detects, with the API key of a log forwarder. Returns the
 * number of records sent.
 */
export async function sendLogOfToday({ client, url, endMs }: Sample): Promise<number> {
  if ((await client.shadowAi.list({ q: hostOfToday, limit: 1 })).pagination.total > 0) return 0;
  const { key } = await client.apiKeys.create({ name: "Proxy log forwarder", scopes: ["sensors:write"] });
  if (key === undefined) throw new Error("The API key of the log forwarder was not returned.");
  const forwarder = new GovernanceClient({ baseUrl: url, apiKey: key });
  const { accepted } = await forwarder.sensors.send(gzipSync(logOfToday(endMs)), {
    query: { source: "proxy-head-office", format: "ndjson" },
    headers: { "Content-Type": "text/plain", "Content-Encoding": "gzip" },
  });
  return accepted;
}

/** A stream to a receiver of the demo, and a paused one to a fictional system. */
export async function seedAuditStreams({ client }: Sample): Promise<void> {
  const splunk = "https://splunk.northwind.example.com:8088/services/collector/raw";
  await createAll(client.auditStreams, "stream", [
    {
      name: "Archive",
      url: archiveUrl,
      maxDelaySeconds: 60,
      from: "beginning",
    },
    {
      name: "Splunk",
      url: splunk,
      authorization: `Splunk ${randomUUID()}`,
      filter: { minSeverity: "MEDIUM" },
      from: "now",
      status: "PAUSED",
    },
  ]);
}

/** Alert policies, and events that trigger one of them. */
export async function seedAlertPolicies({ client, modelId }: Sample): Promise<void> {
  const created = await createAll(client.alertPolicies, "policy", [
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
        modelIds: [modelId("creditScoring"), modelId("amlMonitoring")],
      },
      severity: "MEDIUM",
      cooldownMinutes: 15,
      mutedUntil: new Date(Date.now() + 72 * hourMs).toISOString(),
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
      description: "Deployments that the release pipeline marks with a severity. Check the approval.",
      rule: { eventTypes: ["DEPLOYMENT"], minSeverity: "MEDIUM" },
      severity: "HIGH",
      recipients,
      cooldownMinutes: 30,
    },
  ]);
  if (created.length === 0) return;
  const events = [0.54, 0.531, 0.528, 0.549].map((confidence, index) => ({
    modelId: modelId("kycDocuments"),
    eventType: "INFERENCE" as const,
    severity: "MEDIUM" as const,
    payload: { inputHash: `sha256:${String(index).repeat(64)}`, confidence, decisionOutput: "REFERRED" },
    tags: ["production", "uk"],
  }));
  await client.audit.appendBatch({ events }, { idempotencyKey: "ide_seed-low-confidence" });
}

const connections: { kind: IntegrationKind; name: string; rules: [match: string, model: DemoModelKey][] }[] = [
  { kind: "MLFLOW", name: "Model registry", rules: [["credit-scoring", "creditScoring"]] },
  { kind: "JIRA", name: "Model risk tickets", rules: [["RISK", "creditScoring"]] },
  {
    kind: "GITHUB",
    name: "Model repositories",
    rules: [
      ["northwind-bank/credit-scoring", "creditScoring"],
      ["northwind-bank/card-fraud*", "fraudDetection"],
    ],
  },
];

/** Integrations with signed deliveries, one of them a ticket about an event. Returns the number of deliveries. */
export async function seedIntegrations({ client, url, modelId, endMs }: Sample, eventId: string): Promise<number> {
  const bodies = connections.map(({ kind, name, rules }) => {
    const models = rules.map(([match, key]) => ({ match, modelId: modelId(key) }));
    return { kind, name, models, silentAfterHours: 96 };
  });
  let sent = 0;
  for (const { id, kind, secret } of await createAll(client.integrations, "integration", bodies)) {
    // There is no secret if an interrupted run created the integration.
    if (secret === undefined) continue;
    for (const delivery of deliveriesOf(endMs, eventId).filter((one) => one.kind === kind)) {
      const path = `/v1/integrations/${id}/events`;
      const signed = signDelivery(delivery, secret, `seed-${id}-${sent++}`);
      const response = await fetch(`${url}${path}`, { method: "POST", ...signed });
      if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
    }
  }
  return sent;
}

/** Erases the content of a model's last event that is at least a day old, if the organisation allows it. */
export async function seedErasure({ client, modelId, endMs }: Sample): Promise<boolean> {
  const { contentErasure } = await client.organisation.get();
  const to = new Date(endMs - dayMs).toISOString();
  const [event] = (await client.audit.list({ modelId: modelId("customerAssistant"), to, limit: 1 })).data;
  if (!contentErasure || !event || event.erased) return false;
  const request = { legalBasis: "GDPR_ART_17", reference: "DSR-2026-0117" } as const;
  await client.audit.erase(event.id, request, { idempotencyKey: "ide_seed-erasure" });
  return true;
}

/** Requests a package of each framework, in both formats. Returns their number. */
export async function requestEvidence({ client, modelId, endMs }: Sample): Promise<number> {
  const wanted: Omit<Body<"generateEvidencePackage">, "modelId" | "dateRange">[] = [
    { framework: "EU_AI_ACT_ANNEX_IV", format: "PDF", recipientName: "Market surveillance authority" },
    { framework: "FCA_SS1_23", format: "PDF", recipientName: "Model risk committee" },
    { framework: "ISO_42001", format: "JSON", recipientName: "Internal audit" },
  ];
  const { evidence } = client;
  const packages = { list: evidence.list, create: evidence.generate };
  const dateRange = daysBefore(endMs, 90, 0);
  const bodies = wanted.map((one) => ({ ...one, modelId: modelId("creditScoring"), dateRange }));
  return (await createAll(packages, "evidence", bodies)).length;
}

/** Requests a report of each kind over the last month, and schedules a monthly one. Returns the number of reports. */
export async function requestReports({
  client: { reports, reportSchedules, members },
  endMs,
}: Sample): Promise<number> {
  if ((await reports.list({ limit: 1 })).pagination.total > 0) return 0;
  const dateRange = daysBefore(endMs, 30, 0);
  const key = (name: string) => ({ idempotencyKey: `ide_seed-report-${name}` });
  await reports.requestAuditActivity({ dateRange, format: "PDF" }, key("activity"));
  await reports.requestShadowAi({ dateRange, format: "CSV" }, key("shadow-ai"));
  await reports.requestChainIntegrity({ dateRange, format: "PDF" }, key("chain"));
  const monthly = { cron: "0 7 1 * *", timeZone: "Europe/London", covers: "PREVIOUS_MONTH" } as const;
  const recipients = (await members.list({ limit: 100 })).data
    .filter(({ role, status }) => status === "ACTIVE" && (role === "APPROVER" || role === "ADMIN"))
    .map(({ id }) => id);
  const schedule = { name: "Board pack: shadow AI", kind: "shadow-ai", format: "PDF", recipients, ...monthly } as const;
  await reportSchedules.create(schedule, key("schedule"));
  return 3;
}

/** Whole days in UTC, as the dashboard requests them. The current day, on which sample events are received, is day 0. */
function daysBefore(endMs: number, from: number, to: number): { from: string; to: string } {
  const nextDayMs = (Math.floor(endMs / dayMs) + 1) * dayMs;
  const at = (ms: number) => new Date(nextDayMs + ms).toISOString();
  return { from: at(-from * dayMs), to: at(-to * dayMs - 1) };
}
