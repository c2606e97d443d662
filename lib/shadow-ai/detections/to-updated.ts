import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { toTold } from "@/lib/shadow-ai/detections/to-detection";
import type { UpdatedDetection } from "@/lib/shadow-ai/schemas-triage";

/** What a change to a detection is answered with (specification, "PATCH /shadow-ai/:id"). */
export function toUpdated(stored: StoredDetection): Omit<UpdatedDetection, "assigneeIsMember"> {
  const { id, status, assignedTo, notes, updatedAt, ...rest } = toTold(stored);
  const { resolution, resolvedModelId, resolvedAt, exceptionExpiresAt } = rest;
  return {
    ...{ id, status, assignedTo, notes, updatedAt },
    ...(resolution === null || resolvedAt === null
      ? {}
      : { resolution, resolvedModelId, resolvedAt, exceptionExpiresAt }),
  };
}
