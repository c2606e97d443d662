import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { tagsOf } from "@/lib/shadow-ai/detections/record-change";
import type { StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";

/** How events call the steps that leave the detection as it is; approval is a step of its triage. */
const kinds: Readonly<Record<string, string>> = {
  PENDING: "SHADOW_AI_EXCEPTION_REQUESTED",
  REJECTED: "SHADOW_AI_EXCEPTION_REJECTED",
  WITHDRAWN: "SHADOW_AI_EXCEPTION_WITHDRAWN",
};

/**
 * Tells the chain of a step that a request has taken, as the last thing in the transaction. It has no `stateHash`: nothing of
 * the detection changes, and what the chain last said of it stands. Of the words that people wrote nothing is in it.
 */
export async function recordRequestStep(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  request: StoredRequest,
  detection: StoredDetection,
  deciderCredentialChanges?: Record<string, unknown>[],
): Promise<void> {
  const payload = {
    kind: kinds[request.status] ?? "SHADOW_AI_EXCEPTION",
    detectionId: detection.id,
    exceptionRequestId: request.id,
    requestedById: request.requestedById,
    provider: detection.provider,
    endpointHost: detection.endpoint,
    severity: detection.severity,
    status: detection.status,
    exceptionExpiresAt: request.expiresAt.toISOString(),
    ...(deciderCredentialChanges && { deciderCredentialChanges }),
  };
  const records = [{ table: "shadow_ai_exception_requests" as const, id: request.id }];
  await appendInTransaction(ctx, tx, [{ eventType: "HUMAN_REVIEW", tags: tagsOf(detection), payload, records }]);
}
