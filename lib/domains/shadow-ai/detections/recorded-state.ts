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

/** The difference between a detection and the chain's last event about it, in the form of a finding about the chain. */
interface StateFinding {
  detectionId: string;
  /** `detection_unrecorded`: no event is about the detection. */
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
  // Of an edited row the assessment may be anything.
  const ruleVersion = String((assessment as { ruleVersion?: unknown } | null)?.ruleVersion ?? "");
  return { calls, bytesOut, firstSeenAt: firstSeenAt.toISOString(), score, ruleVersion, catalogueVersion };
}

/**
 * `sha256:` and hex: the SHA-256 of the canonical JSON (RFC 8785) of what governs a detection, with its current figures, or
 * the figures that an event recorded.
 */
export function stateHash(stored: StoredDetection, figures: Figures = figuresOf(stored)): string {
  const { organisationId, fingerprint, source, provider, endpoint, exceptionCalls } = stored;
  const state = {
    ...triageVersion(stored),
    ...{ organisationId, fingerprint, source, provider, endpoint, exceptionCalls },
    detectedAt: stored.detectedAt.toISOString(),
    createdAt: stored.createdAt.toISOString(),
    // Events from before this column existed do not have it in their hash.
    ...(stored.reopenedAt === null ? {} : { reopenedAt: stored.reopenedAt.toISOString() }),
    ...figures,
  };
  return `sha256:${createHash("sha256").update(jcs(state)).digest("hex")}`;
}

/**
 * Compares detections with the chain's last event about each and records every difference as a finding, each once. Call it
 * before a change that an event records: the state after the change is then the recorded one, and would hide an edit.
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

/** Records a difference as a finding about the chain, which sends `chain.integrity_failure` the first time it is found. */
export async function recordStateFinding(
  tx: Transaction | undefined,
  organisationId: string,
  { detectionId, eventId, code, ...found }: StateFinding,
  detectedAt: Date,
): Promise<void> {
  // A detection without an event is placed before the chain and named in the code.
  const key = eventId === null ? { eventId: placeOf(0), code: `${code} ${detectionId}` } : { eventId, code };
  await recordFinding(organisationId, { ...found, ...key, detectedAt: detectedAt.toISOString() }, tx);
}

/** Compares a row with what the chain's last event about it recorded; undefined where they match. Pure. */
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

/** Whether figures may have followed from those an event recorded: traffic only adds to them. */
function mayFollow(recorded: Figures, now: Figures): boolean {
  return (
    now.calls >= recorded.calls &&
    now.bytesOut >= recorded.bytesOut &&
    // Both are in the contract's form, whose texts sort as the times do.
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
    // A later version of the service wrote the row, by rules that this version does not know.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
