import { appendInTransaction } from "@/lib/audit-chain";
import type { Transaction } from "@/lib/db";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { mailAssigned } from "@/lib/shadow-ai/detections/mail-assignees";
import { type Changer, recordOf, tagsOf, toldOf } from "@/lib/shadow-ai/detections/record-change";
import { toTold } from "@/lib/shadow-ai/detections/to-detection";
import { publish } from "@/lib/webhooks";

/** A detection before a step of its triage, and after it. */
export interface TriageStep {
  before: StoredDetection;
  after: StoredDetection;
  /** Whether the row before the step was what the chain says of it. */
  verified: boolean;
  /** The request for an exception that the step approves. */
  request?: { id: string; requestedById: string } | undefined;
  /** Whether it undoes the step before it: endpoints and assignees were notified of that state already. */
  isUndo?: boolean;
  /** Recent changes of the credentials of who approves an exception. */
  deciderCredentialChanges?: Record<string, unknown>[] | undefined;
}

/**
 * Tells of steps of triage, as the last thing in the transaction that takes them: an event on the chain for each, and
 * another on the model that a use was onboarded as; `shadow_ai.resolved`; and mail to new assignees.
 */
export async function recordTriage(ctx: Changer, tx: Transaction, steps: TriageStep[]): Promise<void> {
  if (steps.length === 0) return;
  const forward = steps.filter(({ isUndo }) => !isUndo);
  for (const { before, after } of forward) {
    if (after.status === "RESOLVED" && before.status !== "RESOLVED") await publishResolved(ctx, tx, after);
  }
  await mailAssigned(ctx, tx, forward);
  await appendInTransaction(ctx, tx, steps.flatMap(eventsOf));
}

async function publishResolved({ organisation, clock }: Changer, tx: Transaction, stored: StoredDetection) {
  const { status, resolvedAt, resolution, ...same } = toTold(stored);
  if (status !== "RESOLVED" || resolvedAt === null || resolution === null) return;
  await publish(tx, {
    organisation,
    clock,
    type: "shadow_ai.resolved",
    data: { ...same, status, resolvedAt, resolution },
    sourceKey: `shadow_ai.resolved ${stored.id} ${resolvedAt}`,
    occurredAtMs: Date.parse(resolvedAt),
  });
}

function eventsOf({ before, after, verified, request, isUndo = false, deciderCredentialChanges }: TriageStep) {
  const event = {
    eventType: "HUMAN_REVIEW" as const,
    tags: tagsOf(after),
    payload: {
      kind: "SHADOW_AI_TRIAGE",
      from: before.status,
      ...toldOf(after),
      assigneeChanged: before.assignedTo !== after.assignedTo,
      isAssigned: after.assignedTo !== null,
      notesChanged: before.notes !== after.notes,
      ...(request ? { exceptionRequestId: request.id, requestedById: request.requestedById } : {}),
      ...(isUndo ? { undo: true } : {}),
      ...(deciderCredentialChanges && { deciderCredentialChanges }),
      ...(verified ? {} : { verifiedBefore: false }),
    },
  };
  const records = [
    recordOf(after),
    ...(request ? [{ table: "shadow_ai_exception_requests" as const, id: request.id }] : []),
  ];
  const isOnboarded = after.resolution === "ONBOARDED" && before.status !== "RESOLVED";
  return isOnboarded && after.resolvedModelId !== null
    ? [
        { ...event, records },
        { ...event, modelId: after.resolvedModelId },
      ]
    : [{ ...event, records }];
}
