import { ServiceError } from "@/lib/errors";
import type { DetectionStatus } from "@/lib/shadow-ai/vocabulary";

/**
 * To which states a person may move a detection from each (specification, "States and transitions", and the contract). The
 * service itself opens a RESOLVED one as OPEN.
 */
const transitions: Readonly<Record<DetectionStatus, readonly DetectionStatus[]>> = {
  OPEN: ["INVESTIGATING"],
  INVESTIGATING: ["RESOLVED", "DISMISSED"],
  RESOLVED: ["INVESTIGATING"],
  DISMISSED: ["INVESTIGATING"],
};

export function mayBecome(from: DetectionStatus, to: DetectionStatus): boolean {
  return transitions[from].includes(to);
}

/** Refuses a move, with the allowed ones in `details`. */
export function invalidTransition(from: DetectionStatus, message: string): ServiceError {
  return new ServiceError("invalid_transition", message, {
    details: transitions[from].map((target) => ({ path: "status", message: `may become ${target}` })),
    members: { allowed: transitions[from] },
  });
}
