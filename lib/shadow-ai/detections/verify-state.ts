import { assessRisk } from "@/lib/shadow-ai/analysis";
import { RiskAssessment, RiskInputs } from "@/lib/shadow-ai/analysis/risk-inputs";
import type { RecordedState } from "@/lib/shadow-ai/detections/chain-state-store";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { figuresOf, mayFollow, stateHash } from "@/lib/shadow-ai/detections/state-hash";

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
