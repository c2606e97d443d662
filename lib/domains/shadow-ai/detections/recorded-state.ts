import { createHash } from "node:crypto";
import { placeOf, recordFinding } from "@/lib/domains/audit-chain";
import { assessRisk } from "@/lib/domains/shadow-ai/analysis";
import { RiskAssessment, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import { findRecordedStates, type RecordedState } from "@/lib/domains/shadow-ai/detections/chain-state-store";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { triageVersion } from "@/lib/domains/shadow-ai/detections/to-detection";
import { jcs } from "@/lib/platform/crypto/jcs";
import type { Transaction } from "@/lib/platform/database/db";

/** Values that change with traffic between two chain events. Times use the API format. */
export interface Figures {
  calls: number;
  bytesOut: number;
  firstSeenAt: string;
  score: number;
  ruleVersion: string;
  catalogueVersion: string;
}

/** A difference between a detection and the latest event about it, reported as a chain finding. */
interface StateFinding {
  detectionId: string;
  /** `detection_unrecorded`: there is no event about the detection. */
  code: "detection_mismatch" | "detection_unrecorded";
  /** The event that recorded the state; null if there is no such event. */
  eventId: string | null;
  chainPosition: number;
  /** The hash in the event and the hash of the row; zeros if missing. */
  storedHash: string;
  computedHash: string;
}

export function figuresOf(stored: StoredDetection): Figures {
  const { calls, bytesOut, firstSeenAt, score, assessment, catalogueVersion } = stored;
  // The assessment of an edited row may have any form.
  const ruleVersion = String((assessment as { ruleVersion?: unknown } | null)?.ruleVersion ?? "");
  return { calls, bytesOut, firstSeenAt: firstSeenAt.toISOString(), score, ruleVersion, catalogueVersion };
}

/**
 * `sha256:` and hex: the SHA-256 of the canonical JSON (RFC 8785) of a detection's deciding fields, with its current
 * metrics or those of an event.
 */
export function stateHash(stored: StoredDetection, figures: Figures = figuresOf(stored)): string {
  const { organisationId, fingerprint, source, provider, endpoint, exceptionCalls } = stored;
  const state = {
    ...triageVersion(stored),
    ...{ organisationId, fingerprint, source, provider, endpoint, exceptionCalls },
    detectedAt: stored.detectedAt.toISOString(),
    createdAt: stored.createdAt.toISOString(),
    // Events recorded before this column existed do not include it in their hash.
    ...(stored.reopenedAt === null ? {} : { reopenedAt: stored.reopenedAt.toISOString() }),
    ...figures,
  };
  return `sha256:${createHash("sha256").update(jcs(state)).digest("hex")}`;
}

/**
 * Compares detections with the latest event about each, and records each difference once as a finding. Call it before a
 * change that records an event, because the new event would otherwise hide an edit.
 *
 * @returns the ids of the detections that differ.
 */
export async function findInconsistent(
  tx: Transaction,
  organisationId: string,
  detections: StoredDetection[],
  now: Date,
): Promise<Set<string>> {
  const ids = detections.map(({ id }) => id);
  const recorded = await findRecordedStates(tx, organisationId, ids);
  const findings = detections.flatMap((stored) => verifyState(stored, recorded.get(stored.id)) ?? []);
  for (const finding of findings) await recordStateFinding(tx, organisationId, finding, now);
  return new Set(findings.map(({ detectionId }) => detectionId));
}

/** Records a difference as a chain finding, which sends `chain.integrity_failure` the first time. */
export async function recordStateFinding(
  tx: Transaction | undefined,
  organisationId: string,
  { detectionId, eventId, code, ...found }: StateFinding,
  detectedAt: Date,
): Promise<void> {
  // The finding of a detection without an event has a position before the chain and its own code.
  const key = eventId === null ? { eventId: placeOf(0), code: `${code} ${detectionId}` } : { eventId, code };
  await recordFinding(organisationId, { ...found, ...key, detectedAt: detectedAt.toISOString() }, tx);
}

/** Compares a row with the state recorded by the latest event about it; undefined if they match. Pure. */
export function verifyState(stored: StoredDetection, recorded: RecordedState | undefined): StateFinding | undefined {
  const found = { detectionId: stored.id, computedHash: stateHash(stored) };
  if (!recorded) {
    const storedHash = `sha256:${"0".repeat(64)}`;
    return { ...found, code: "detection_unrecorded", eventId: null, chainPosition: 0, storedHash };
  }
  const { eventId, chainPosition, figures } = recorded;
  const matches =
    recorded.isIntact &&
    stateHash(stored, figures) === recorded.stateHash &&
    mayFollow(figures, figuresOf(stored)) &&
    isScoreAssessed(stored);
  if (matches) return undefined;
  return { ...found, code: "detection_mismatch", eventId, chainPosition, storedHash: recorded.stateHash };
}

/** Whether metrics may follow from those of an event, which traffic only increases. */
function mayFollow(recorded: Figures, now: Figures): boolean {
  return (
    now.calls >= recorded.calls &&
    now.bytesOut >= recorded.bytesOut &&
    // Both times use the API format, which sorts chronologically as text.
    now.firstSeenAt <= recorded.firstSeenAt
  );
}

/** Scores change with traffic without a separate event, so they must follow from the stored inputs. */
function isScoreAssessed(stored: StoredDetection): boolean {
  const assessment = RiskAssessment.safeParse(stored.assessment);
  const inputs = RiskInputs.safeParse(stored.inputs);
  if (!assessment.success || !inputs.success || assessment.data.score !== stored.score) return false;
  try {
    return assessRisk(inputs.data).score === stored.score;
  } catch (error) {
    // A later version of the service wrote the row, with rules unknown to this version.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
