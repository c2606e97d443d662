import type { CredentialChange } from "@/lib/credentials";
import type { RequestedDetection, StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";
import type { ExceptionRequest } from "@/lib/shadow-ai/schemas-exceptions";
import type { DetectionStatus, ExceptionStatus, Severity } from "@/lib/shadow-ai/vocabulary";

/** A stored request as callers see it. */
export function toExceptionRequest(
  stored: StoredRequest,
  about: RequestedDetection,
  approverChanges: CredentialChange[] = [],
): ExceptionRequest {
  return {
    id: stored.id,
    detectionId: stored.detectionId,
    status: stored.status as ExceptionStatus,
    justification: stored.justification,
    expiresAt: stored.expiresAt.toISOString(),
    requestedBy: stored.requestedBy,
    createdAt: stored.createdAt.toISOString(),
    decidedBy: stored.decidedBy,
    decidedAt: stored.decidedAt?.toISOString() ?? null,
    decisionNote: stored.decisionNote,
    approverChanges,
    detection: {
      status: about.status as DetectionStatus,
      severity: about.severity as Severity,
      aiProvider: about.provider,
      endpoint: about.endpoint,
      departmentHint: about.department,
    },
  };
}
