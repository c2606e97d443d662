import { RiskAssessment, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import { dueAt } from "@/lib/domains/shadow-ai/detections/deadlines";
import type { ListedDetection, StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { DetectionSource, DetectionStatus, Resolution, Severity } from "@/lib/domains/shadow-ai/enums";
import type { DetectionEventData, ShadowAiDetection, ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { UpdatedDetection } from "@/lib/domains/shadow-ai/schemas-triage";

const topFactorsMax = 3;

/** A stored detection in the API, with its deadline. */
export function toDetection(
  stored: ListedDetection,
  slaDays: ShadowAiSettings["slaDays"],
): Omit<ShadowAiDetection, "assigneeIsMember" | "assigneeName" | "exceptionPending"> {
  return {
    ...toEventData(stored),
    dueAt: dueAt(stored, slaDays)?.toISOString() ?? null,
    topFactors: topFactorsOf(stored),
  };
}

/** A stored detection as event data. Unreadable values of an edited row are omitted. */
export function toEventData(stored: ListedDetection): DetectionEventData {
  const assessment = RiskAssessment.safeParse(stored.assessment);
  return {
    id: stored.id,
    status: stored.status as DetectionStatus,
    severity: stored.severity as Severity,
    detectedAt: stored.detectedAt.toISOString(),
    source: stored.source as DetectionSource,
    organisationId: stored.organisationId,
    details: detailsOf(stored),
    riskFactors: assessment.success ? assessment.data.factors.map(({ sentence }) => sentence) : [],
    assignedTo: stored.assignedTo,
    notes: stored.notes,
    resolvedAt: stored.resolvedAt?.toISOString() ?? null,
    resolution: stored.resolution as Resolution | null,
    resolvedModelId: stored.resolvedModelId,
    exceptionExpiresAt: stored.exceptionExpiresAt?.toISOString() ?? null,
    reopenedFor: stored.reopenedFor,
    mergedIntoId: stored.mergedIntoId,
    snooze: toSnooze(stored),
    riskScore: stored.score,
    confidence: shownConfidence(stored.confidence),
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

function toSnooze(stored: ListedDetection): DetectionEventData["snooze"] {
  const { snoozedUntil, snoozeNote: note, snoozeMaxCalls, snoozeMaxBytesOut } = stored;
  if (snoozedUntil === null) return null;
  return {
    until: snoozedUntil.toISOString(),
    note,
    maxCalls: snoozeMaxCalls ?? 0,
    maxBytesOut: snoozeMaxBytesOut ?? 0,
  };
}

/** The inputs and factors of a score; null if the stored value is unreadable. */
export function toRiskAssessment(stored: StoredDetection): ShadowAiDetectionDetail["riskAssessment"] {
  const inputs = RiskInputs.safeParse(stored.inputs);
  const assessment = RiskAssessment.safeParse(stored.assessment);
  if (!inputs.success || !assessment.success) return null;
  const { ruleVersion, factors } = assessment.data;
  return { ruleVersion, catalogueVersion: stored.catalogueVersion, inputs: inputs.data, factors };
}

/** Factors of equal weight are in the order of the rules. */
function topFactorsOf(stored: ListedDetection): string[] {
  const assessment = RiskAssessment.safeParse(stored.assessment);
  if (!assessment.success) return [];
  const raising = assessment.data.factors.filter(({ points }) => points > 0);
  const byWeight = raising.sort((one, other) => other.points - one.points);
  return byWeight.slice(0, topFactorsMax).map(({ code }) => code);
}

function detailsOf(stored: ListedDetection): ShadowAiDetection["details"] {
  return {
    aiProvider: stored.provider,
    endpoint: stored.endpoint,
    estimatedCallVolume: stored.calls,
    estimatedCostUSD: stored.costCents / 100,
    firstSeenAt: stored.firstSeenAt.toISOString(),
    lastSeenAt: stored.lastSeenAt.toISOString(),
    userAgents: stored.userAgents,
    internalIpRanges: stored.ipRanges,
    departmentHint: stored.department,
    registeredWithService: stored.registered,
    category: stored.category,
    accessKind: stored.accessKind,
    costBasis: stored.costBasis,
    costLowUSD: stored.costLowCents / 100,
    costHighUSD: stored.costHighCents / 100,
    bytesOut: stored.bytesOut,
    bytesIn: stored.bytesIn,
    reasons: stored.reasons,
  };
}

/** The column has single precision: 0.95 is read as 0.949999988079071. */
function shownConfidence(stored: number): number {
  return Math.round(stored * 1000) / 1000;
}

/** Response to a change of a detection (specification, "PATCH /shadow-ai/:id"). */
export function toUpdated(stored: StoredDetection): Omit<UpdatedDetection, "assigneeIsMember"> {
  const { id, status, assignedTo, notes, updatedAt, ...rest } = toEventData(stored);
  const { resolution, resolvedModelId, resolvedAt, exceptionExpiresAt, snooze } = rest;
  return {
    ...{ id, status, assignedTo, notes, updatedAt },
    ...(resolution === null || resolvedAt === null
      ? {}
      : { resolution, resolvedModelId, resolvedAt, exceptionExpiresAt }),
    ...(snooze === null ? {} : { snooze }),
  };
}

/**
 * Input of a detection's entity tag: the fields that users and the service decide. Traffic figures are excluded. They
 * change constantly, so a tag that included them would reject most updates of a busy service.
 */
export function triageVersion(stored: StoredDetection): object {
  const { id, status, severity, assignedTo, notes, resolution, resolvedModelId, reopenedFor } = stored;
  const { resolvedAt, exceptionExpiresAt, snoozedUntil, snoozeNote, snoozeMaxCalls, snoozeMaxBytesOut } = stored;
  return {
    ...{ id, status, severity, assignedTo, notes, resolution, resolvedModelId, reopenedFor },
    resolvedAt: resolvedAt?.toISOString() ?? null,
    exceptionExpiresAt: exceptionExpiresAt?.toISOString() ?? null,
    // Events recorded before these columns existed do not include them in their hash.
    ...(snoozedUntil === null
      ? {}
      : { snoozedUntil: snoozedUntil.toISOString(), snoozeNote, snoozeMaxCalls, snoozeMaxBytesOut }),
  };
}
