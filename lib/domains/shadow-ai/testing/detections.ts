import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { listEvents } from "@/lib/domains/audit-chain";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { registerModel } from "@/lib/domains/models";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { assessRisk, type RiskInputs, ruleVersion } from "@/lib/domains/shadow-ai/analysis";
import {
  insertDetection,
  lockDetections,
  type NewDetection,
  type StoredDetection,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { recordDetected } from "@/lib/domains/shadow-ai/detections/record-change";
import type { DetectionStatus } from "@/lib/domains/shadow-ai/enums";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import { inTransaction, pool } from "@/lib/platform/database/db";

/** A user of a separate organisation, with a model and a clock that the test controls. */
export interface Analyst {
  ctx: Context;
  clock: TestClock;
  organisationId: string;
  modelId: string;
}

export async function createAnalyst(given: Partial<CreateOrganisation> = {}): Promise<Analyst> {
  const clock = createTestClock();
  const ctx = await createTestContext(clock, given);
  const { id: modelId } = await registerModel(ctx, { name: "Credit scoring" });
  return { ctx, clock, organisationId: ctx.organisation.id, modelId };
}

/** Score inputs of a script that calls a model. */
export function inputsOf(given: Partial<RiskInputs> = {}): RiskInputs {
  return {
    ruleVersion,
    category: "LLM_API",
    accessKind: "API",
    source: "PROXY",
    providerRegistered: false,
    endpointAllowed: false,
    trainsOnInputs: "UNKNOWN",
    dpa: "UNKNOWN",
    jurisdictionOutsidePolicy: false,
    departments: ["Marketing"],
    departmentSensitivity: 0,
    busiestDay: { calls: 120, bytesOut: 20_000_000 },
    burst: null,
    totalCalls: 400,
    offHoursShare: 0,
    longStreams: 0,
    monthlyCostUSD: 12,
    highCostUSD: 1_000,
    blockedCalls: 0,
    allowedAfterBlocked: false,
    automated: true,
    agentic: false,
    uploads: [],
    recurrence: false,
    exceptionBreached: false,
    dnsOnly: false,
    behaviour: null,
    matchConfidence: 0.95,
    ...given,
  };
}

let fingerprints = 0;

/** A detection as the pipeline opens one; each of another use. */
export function newDetection(organisationId: string, nowMs: number, given: Partial<NewDetection> = {}): NewDetection {
  const inputs = given.inputs ?? inputsOf();
  const assessment = assessRisk(inputs);
  const now = new Date(nowMs);
  fingerprints += 1;
  return {
    id: newId("detection", nowMs),
    organisationId,
    fingerprint: `${fingerprints}`.padStart(64, "0"),
    severity: assessment.severity,
    source: inputs.source,
    detectedAt: now,
    providerId: "openai",
    provider: "OpenAI",
    endpoint: "api.openai.com",
    accessKind: inputs.accessKind,
    category: inputs.category,
    department: "Marketing",
    calls: inputs.totalCalls,
    bytesOut: 48_000_000,
    bytesIn: 9_000_000,
    firstSeenAt: new Date(nowMs - 86_400_000),
    lastSeenAt: now,
    userAgents: ["openai-python/1"],
    ipRanges: ["10.20.30.x"],
    registered: false,
    costCents: 1_200,
    costLowCents: 360,
    costHighCents: 3_600,
    costBasis: "BYTES_ESTIMATED",
    monthlyCostCents: 1_800,
    score: assessment.score,
    confidence: assessment.confidence,
    inputs,
    assessment,
    catalogueVersion: "2026-11-22",
    reasons: ["The host is the provider's programming interface."],
    reopenedFor: null,
    createdAt: now,
    ...given,
  };
}

/** Opens detections with their evidence as the pipeline does. The first is the newest. */
export async function openDetections(
  { ctx, organisationId }: Pick<Analyst, "ctx" | "organisationId">,
  given: Partial<NewDetection>[],
): Promise<StoredDetection[]> {
  const nowMs = ctx.clock.now();
  return inTransaction(undefined, async (tx) => {
    await lockDetections(tx, organisationId);
    const stored: StoredDetection[] = [];
    for (const [n, each] of given.entries()) {
      stored.push(await insertDetection(tx, newDetection(organisationId, nowMs - n, each)));
    }
    await recordDetected(ctx, tx, stored, "CREATED");
    return stored;
  });
}

export async function openDetection(analyst: Analyst, given: Partial<NewDetection> = {}): Promise<StoredDetection> {
  const [stored] = await openDetections(analyst, [given]);
  if (!stored) throw new Error("no detection was opened");
  return stored;
}

/** Steps that lead from OPEN to each state. */
const waysTo: Record<DetectionStatus, UpdateDetection[]> = {
  OPEN: [],
  INVESTIGATING: [{ status: "INVESTIGATING" }],
  RESOLVED: [{ status: "INVESTIGATING" }, { status: "RESOLVED", resolution: "STOPPED" }],
  DISMISSED: [{ status: "INVESTIGATING" }, { status: "DISMISSED", notes: "A duplicate." }],
};

/** A new detection in a state. */
export async function detectionIn(
  analyst: Analyst,
  status: DetectionStatus,
  given: Partial<NewDetection> = {},
): Promise<StoredDetection> {
  const stored = await openDetection(analyst, given);
  for (const step of waysTo[status]) await updateDetection(analyst.ctx, stored.id, step);
  return stored;
}

/** Chain events about a detection, oldest first. */
export async function eventsAbout(ctx: Context, id: string): Promise<AuditEvent[]> {
  return (await listEvents(ctx, { tags: [id], limit: 100 })).data.reverse();
}

/** Findings about an organisation's chain. */
export async function findingsOf(organisationId: string): Promise<{ eventId: string; code: string }[]> {
  const { rows } = await pool().query<{ eventId: string; code: string }>(
    `SELECT event_id AS "eventId", code FROM integrity_findings WHERE organisation_id = $1 ORDER BY code, event_id`,
    [organisationId],
  );
  return rows;
}

/** Changes a row directly in the database, bypassing the service. `set` is SQL. */
export async function editOutsideService(id: string, set: string, values: unknown[] = []): Promise<void> {
  await pool().query(`UPDATE shadow_ai_detections SET ${set} WHERE id = $1`, [id, ...values]);
}

/** A signed-in user of the context's organisation. */
export function personIn(ctx: Context, role: Role): Context & { actor: { kind: "user"; id: string; email: string } } {
  const id = newId("member");
  const actor = {
    kind: "user" as const,
    id,
    email: `${id}@example.com`,
    name: role,
    role,
    sessionId: newId("session"),
  };
  return { ...ctx, actor, scopes: new Set() };
}

/** "allowed", or the code of the error. */
export async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "allowed",
    (error: { code?: string }) => error.code ?? String(error),
  );
}
