import { createHash } from "node:crypto";
import { jcs } from "@/lib/jcs";
import { assessRisk } from "@/lib/shadow-ai/analysis";
import { RiskAssessment, RiskInputs } from "@/lib/shadow-ai/analysis/risk-inputs";
import type { RecordedState } from "@/lib/shadow-ai/detections/chain-state-store";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";

/** Where a detection is not what the chain says of it, in the form of a finding about the chain. */
export interface StateFinding {
  detectionId: string;
  /**
   * `detection_mismatch`: the row is not what was recorded. `detection_missing`: there is none. `detection_unrecorded`: there
   * is one of which the chain knows nothing.
   */
  code: "detection_mismatch" | "detection_missing" | "detection_unrecorded";
  /** The event that recorded it; null for one that none did. */
  eventId: string | null;
  chainPosition: number;
  /** The hash in the event, and that of the row; zeros where there is none. */
  storedHash: string;
  computedHash: string;
}

const noHash = `sha256:${"0".repeat(64)}`;

/** Compares a row with what the chain's last event about it recorded; undefined where they agree. Pure. */
export function verifyState(stored: StoredDetection, recorded: RecordedState | undefined): StateFinding | undefined {
  const detectionId = stored.id;
  const computedHash = stateHash(stored);
  if (!recorded) {
    const nowhere = { eventId: null, chainPosition: 0, storedHash: noHash };
    return { detectionId, code: "detection_unrecorded", ...nowhere, computedHash };
  }
  const { eventId, chainPosition, figures } = recorded;
  const agrees =
    recorded.isIntact &&
    stateHash(stored, figures) === recorded.stateHash &&
    mayFollow(figures, figuresOf(stored)) &&
    isScoreAssessed(stored);
  if (agrees) return undefined;
  return {
    detectionId,
    code: "detection_mismatch",
    eventId,
    chainPosition,
    storedHash: recorded.stateHash,
    computedHash,
  };
}

/** What an event tells of a detection that there is no more. */
export function missingFinding({ detectionId, eventId, chainPosition, stateHash }: RecordedState): StateFinding {
  const code = "detection_missing" as const;
  return { detectionId, code, eventId, chainPosition, storedHash: stateHash, computedHash: noHash };
}

/** Scores move with the traffic, and no event tells of each: what holds them is that they follow from what is stored. */
function isScoreAssessed(stored: StoredDetection): boolean {
  const assessment = RiskAssessment.safeParse(stored.assessment);
  const inputs = RiskInputs.safeParse(stored.inputs);
  if (!assessment.success || !inputs.success || assessment.data.score !== stored.score) return false;
  try {
    return assessRisk(inputs.data).score === stored.score;
  } catch (error) {
    // Rules that this version of the service does not know: one of a later version wrote the row.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** What traffic moves between two events on the chain. Times are as the API writes them. */
export interface Figures {
  calls: number;
  bytesOut: number;
  firstSeenAt: string;
  score: number;
  ruleVersion: string;
  catalogueVersion: string;
}

/** The columns that the hash covers. */
export type HashedDetection = Pick<
  StoredDetection,
  | "id"
  | "organisationId"
  | "fingerprint"
  | "status"
  | "severity"
  | "source"
  | "detectedAt"
  | "createdAt"
  | "provider"
  | "endpoint"
  | "assignedTo"
  | "notes"
  | "resolution"
  | "resolvedModelId"
  | "resolvedAt"
  | "exceptionExpiresAt"
  | "exceptionCalls"
  | "reopenedFor"
  | "reopenedAt"
  | "calls"
  | "bytesOut"
  | "firstSeenAt"
  | "score"
  | "assessment"
  | "catalogueVersion"
>;

export function figuresOf(stored: HashedDetection): Figures {
  const { calls, bytesOut, firstSeenAt, score, assessment, catalogueVersion } = stored;
  // Of an edited row the assessment may be anything.
  const ruleVersion = String((assessment as { ruleVersion?: unknown } | null)?.ruleVersion ?? "");
  return { calls, bytesOut, firstSeenAt: firstSeenAt.toISOString(), score, ruleVersion, catalogueVersion };
}

/**
 * `sha256:` and hex: the SHA-256 of the canonical JSON (RFC 8785) of what governs a detection, with its figures as they are,
 * or as they were when an event recorded them.
 */
export function stateHash(stored: HashedDetection, figures: Figures = figuresOf(stored)): string {
  const { id, organisationId, fingerprint, status, severity, source, provider, endpoint } = stored;
  const { assignedTo, notes, resolution, resolvedModelId, exceptionCalls, reopenedFor } = stored;
  const state = {
    ...{ id, organisationId, fingerprint, status, severity, source, provider, endpoint },
    ...{ assignedTo, notes, resolution, resolvedModelId, exceptionCalls, reopenedFor },
    detectedAt: stored.detectedAt.toISOString(),
    createdAt: stored.createdAt.toISOString(),
    resolvedAt: stored.resolvedAt?.toISOString() ?? null,
    exceptionExpiresAt: stored.exceptionExpiresAt?.toISOString() ?? null,
    // Events of before there was such a time have none in their hash.
    ...(stored.reopenedAt === null ? {} : { reopenedAt: stored.reopenedAt.toISOString() }),
    ...figures,
  };
  return `sha256:${createHash("sha256").update(jcs(state)).digest("hex")}`;
}

/** Whether figures may have followed from those an event recorded: traffic only adds to them. */
export function mayFollow(recorded: Figures, now: Figures): boolean {
  return (
    now.calls >= recorded.calls &&
    now.bytesOut >= recorded.bytesOut &&
    // Both are in the contract's form, whose texts sort as the times do.
    now.firstSeenAt <= recorded.firstSeenAt
  );
}
