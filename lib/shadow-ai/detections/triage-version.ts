import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";

/**
 * What the entity tag of a detection is made of: what people and the service decide about it. Its figures are left out: they
 * move with the traffic, and whoever triages a busy service could otherwise never say which version they saw.
 */
export function triageVersion(stored: StoredDetection): object {
  const { id, status, severity, assignedTo, notes, resolution, resolvedModelId, reopenedFor } = stored;
  const { resolvedAt, exceptionExpiresAt } = stored;
  return {
    ...{ id, status, severity, assignedTo, notes, resolution, resolvedModelId, reopenedFor },
    resolvedAt: resolvedAt?.toISOString() ?? null,
    exceptionExpiresAt: exceptionExpiresAt?.toISOString() ?? null,
  };
}
