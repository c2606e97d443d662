import type { Body } from "@/clients/typescript/src";
import type { Tenant } from "./subject";

interface Amounts {
  detections: number;
  deliveries: number;
  events: number;
}

/** Inserts the data of several years into an organisation. */
export async function fillTenant(tenant: Tenant, amounts: Amounts, onStep: (step: string) => void): Promise<void> {
  onStep(`Creating ${amounts.detections} detections, ${amounts.deliveries} deliveries, ${amounts.events} events …`);
  await createDetections(tenant, amounts.detections);
  await createDeliveries(tenant, amounts.deliveries);
  await appendMany(tenant, amounts.events, onStep);
}

export function eventOf({ modelIds }: Tenant, i: number): Body<"appendAuditEvent"> {
  return {
    modelId: modelIds[i % modelIds.length] ?? "",
    eventType: "INFERENCE",
    severity: i % 53 === 0 ? "HIGH" : "INFO",
    payload: {
      inputHash: `sha256:${"a1".repeat(32)}`,
      outputHash: `sha256:${"b2".repeat(32)}`,
      latencyMs: 100 + (i % 100),
      confidence: 0.9375,
      decisionOutput: "APPROVED",
    },
    tags: ["prod", "uk"],
  };
}

export function batchOf(tenant: Tenant): Body<"appendAuditBatch"> {
  return { events: Array.from({ length: batchSize }, (_, i) => eventOf(tenant, i)) };
}

export const batchSize = 500;

export async function appendMany(tenant: Tenant, events: number, onStep?: (step: string) => void): Promise<void> {
  const batch = batchOf(tenant);
  let left = Math.ceil(events / batchSize);
  const total = left;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      if (onStep && left % Math.ceil(total / 10) === 0)
        onStep(`Appending ${events} events: ${Math.round(100 * (1 - left / total))}%`);
      await tenant.client.audit.appendBatch(batch);
    }
  };
  await Promise.all([work(), work(), work()]);
  await indexEvents(tenant);
}

/** Indexes all events of an organisation for search, so that the indexing does not run during a measurement. */
export async function indexEvents({ ctx }: Tenant): Promise<void> {
  const { indexForSearch } = await import("@/lib/domains/audit-chain");
  await indexForSearch(ctx.organisation.id, Number.MAX_SAFE_INTEGER - 1);
}

/** Detections of the last hundred days, as the service writes them. Some are resolved within days. */
export async function createDetections({ ctx }: Tenant, count: number): Promise<void> {
  await insertInParts(
    count,
    `INSERT INTO shadow_ai_detections (id, organisation_id, fingerprint, status, severity, source, detected_at,
       provider_id, provider, endpoint, access_kind, category, calls, bytes_out, bytes_in, first_seen_at, last_seen_at,
       user_agents, ip_ranges, registered, cost_cents, cost_low_cents, cost_high_cents, cost_basis, monthly_cost_cents,
       score, confidence, inputs, assessment, catalogue_version, reasons, resolution, resolved_at, created_at, updated_at)
     SELECT 'sad_' || lpad(n::text, 10, '0') || right($1, 16), $1, encode(sha256(n::text::bytea), 'hex'),
       (ARRAY['OPEN', 'INVESTIGATING', 'RESOLVED', 'DISMISSED'])[1 + n % 4],
       (ARRAY['INFO', 'MEDIUM', 'HIGH', 'CRITICAL'])[1 + (n / 4) % 4], 'PROXY', at, 'p' || n % 40,
       'Provider ' || n % 40, 'api' || n % 500 || '.example.com', 'API', 'LLM_API', n, n, n, at - interval '1 day', now(),
       '{}', '{10.20.30.x}', false, n, n, n, 'BYTES_ESTIMATED', n, n % 100, 0.9, '{}',
       '{"ruleVersion": "0", "score": 0, "severity": "INFO", "confidence": 0, "factors": []}', '0', '{}',
       CASE WHEN n % 4 = 2 THEN 'STOPPED' END, CASE WHEN n % 4 = 2 THEN least(now(), at + n % 100 * interval '1 hour') END,
       at, least(now(), at + n % 100 * interval '1 hour')
     FROM generate_series($2::int, $3::int) AS n
     CROSS JOIN LATERAL (SELECT now() - ($4::int - n) * interval '100 days' / $4::int AS at) AS detected`,
    [ctx.organisation.id],
    [count],
  );
}

/** Finished deliveries to a disabled endpoint. */
async function createDeliveries({ ctx }: Tenant, count: number): Promise<void> {
  const { pool } = await import("@/lib/platform/database/db");
  const organisationId = ctx.organisation.id;
  const endpointId = organisationId.replace("org_", "wh_");
  await pool().query(
    `INSERT INTO webhook_endpoints (id, organisation_id, url, events, description, active, secret, listening_since,
       created_at, updated_at)
     VALUES ($1, $2, 'https://example.com/', '{}', '', false, '', now(), now(), now())`,
    [endpointId, organisationId],
  );
  await insertInParts(
    count,
    `WITH messages AS (
       INSERT INTO webhook_messages (id, organisation_id, type, source_key, body, created_at)
       SELECT 'we_' || lpad(n::text, 10, '0') || right($1, 16), $1, 'audit.created', 'bench ' || n, '{}', now()
       FROM generate_series($2::int, $3::int) AS n RETURNING id
     )
     INSERT INTO webhook_deliveries (organisation_id, endpoint_id, message_id, type, status, attempts, round_attempts,
       emitted_at, created_at, finished_at)
     SELECT $1, $4, id, 'audit.created', 'DELIVERED', 1, 1, now(), now(), now() FROM messages`,
    [organisationId],
    [endpointId],
  );
}

async function insertInParts(count: number, text: string, before: unknown[], after: unknown[]): Promise<void> {
  const { pool } = await import("@/lib/platform/database/db");
  const part = 10_000;
  for (let from = 1; from <= count; from += part) {
    await pool().query({ text, values: [...before, from, Math.min(count, from + part - 1), ...after] });
  }
}
