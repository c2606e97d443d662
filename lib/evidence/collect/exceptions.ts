import { aboutException, aboutRestriction } from "@/lib/evidence/frameworks/topics";
import type { EvidenceRule } from "@/lib/evidence/frameworks/types";

/** What the register of detections and exceptions shows: detections, decisions on them, and changes that allow or restrict use. */
export const exceptionRules: readonly EvidenceRule[] = [
  { type: "SHADOW_AI_DETECTED", strength: "strong", keys: [] },
  { type: "HUMAN_REVIEW", strength: "supporting", keys: ["detectionId"] },
  { type: "CONFIG_CHANGE", strength: "supporting", keys: [], saying: [...aboutException, ...aboutRestriction] },
  { type: "CONFIG_CHANGE", strength: "supporting", keys: ["exceptionExpiresAt"] },
];
