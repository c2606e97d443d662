import { appendInTransaction, type ChangedRecord } from "@/lib/domains/audit-chain";
import { mailReopened, notifyAssigned } from "@/lib/domains/shadow-ai/detections/assignees";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { figuresOf, stateHash } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { toEventData } from "@/lib/domains/shadow-ai/detections/to-detection";
import type { Severity, SnoozeEnd } from "@/lib/domains/shadow-ai/enums";
import { publish, publishMany } from "@/lib/domains/webhooks";
import type { Context } from "@/lib/platform/core/context";
import type { Transaction } from "@/lib/platform/database/db";

/** The caller on whose behalf a detection changes. */
export type Changer = Pick<Context, "organisation" | "actor" | "clock">;

/** Changes by the service, with the values used in events. */
const kinds = {
  CREATED: "SHADOW_AI_DETECTION_OPENED",
  SEVERITY_RAISED: "SHADOW_AI_SEVERITY_RAISED",
  REOPENED: "SHADOW_AI_DETECTION_REOPENED",
  ALLOW_LIST_APPLIED: "SHADOW_AI_ALLOW_LIST_APPLIED",
  SOURCE_CHANGED: "SHADOW_AI_SOURCE_CHANGED",
  MERGED: "SHADOW_AI_DETECTIONS_MERGED",
  SNOOZE_ENDED: "SHADOW_AI_SNOOZE_ENDED",
} as const;

/**
 * Records the service's changes to detections, as the last step of its transaction: one event per detection,
 * `shadow_ai.detected` for opened and reopened detections, and an e-mail to the assignees of reopened ones.
 * `snoozeEndOf` returns why a detection's snooze ended.
 */
export async function recordDetected(
  ctx: Changer,
  tx: Transaction,
  detections: StoredDetection[],
  why: keyof typeof kinds,
  snoozeEndOf: (stored: StoredDetection) => SnoozeEnd | undefined = () => undefined,
): Promise<void> {
  if (detections.length === 0) return;
  if (why === "CREATED" || why === "REOPENED") {
    const publications = detections.map((stored) => ({
      type: "shadow_ai.detected" as const,
      data: toEventData(stored),
      sourceKey: `shadow_ai.detected ${stored.id}${why === "CREATED" ? "" : ` ${stored.updatedAt.toISOString()}`}`,
      occurredAtMs: ctx.clock.now(),
    }));
    await publishMany(tx, ctx, publications);
  }
  if (why === "REOPENED") await mailReopened(ctx, tx, detections);
  await appendInTransaction(
    ctx,
    tx,
    detections.map((stored) => ({
      eventType: "SHADOW_AI_DETECTED" as const,
      // These changes require no attention.
      severity: why === "MERGED" || why === "SOURCE_CHANGED" ? ("INFO" as const) : (stored.severity as Severity),
      tags: tagsOf(stored),
      payload: {
        kind: kinds[why],
        ...eventPayloadOf(stored),
        ...(snoozeEndOf(stored) && { snoozeEndedBy: snoozeEndOf(stored) }),
        riskFactors: toEventData(stored).riskFactors,
      },
      records: [recordOf(stored)],
    })),
  );
}

/** Seals detections that only traffic changed, as the last step of the transaction, with one event for all of them. */
export async function recordTraffic(ctx: Changer, tx: Transaction, detections: StoredDetection[]): Promise<void> {
  if (detections.length === 0) return;
  const payload = { kind: "SHADOW_AI_TRAFFIC_ADDED", detections: detections.length };
  await appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload, records: detections.map(recordOf) }]);
}

/** Identifies a detection's record in the event that seals its state. */
export function recordOf({ id }: { id: string }): ChangedRecord {
  return { table: "shadow_ai_detections", id };
}

/** The tags of every event about a detection. */
export function tagsOf({ id }: { id: string }): string[] {
  return ["shadow-ai", id];
}

/**
 * Event payload for a detection. Assignee, notes and the note of a snooze may contain personal data, so they are only included in the hash.
 */
export function eventPayloadOf(stored: StoredDetection): Record<string, unknown> {
  const { resolution, resolvedModelId, exceptionExpiresAt, reopenedFor, mergedIntoId } = stored;
  const { snoozedUntil, snoozeMaxCalls, snoozeMaxBytesOut } = stored;
  return {
    detectionId: stored.id,
    provider: stored.provider,
    endpointHost: stored.endpoint,
    departmentHint: stored.department,
    source: stored.source,
    status: stored.status,
    severity: stored.severity,
    callVolume: stored.calls,
    ...(resolution === null ? {} : { resolution }),
    ...(resolvedModelId === null ? {} : { resolvedModelId }),
    ...(exceptionExpiresAt === null ? {} : { exceptionExpiresAt: exceptionExpiresAt.toISOString() }),
    ...(reopenedFor === null ? {} : { reopenedFor }),
    ...(mergedIntoId === null ? {} : { mergedIntoId }),
    ...(snoozedUntil === null ? {} : { snoozedUntil: snoozedUntil.toISOString(), snoozeMaxCalls, snoozeMaxBytesOut }),
    registered: stored.registered,
    figures: figuresOf(stored),
    stateHash: stateHash(stored),
  };
}

/** A detection before and after a triage step. */
export interface TriageStep {
  before: StoredDetection;
  after: StoredDetection;
  /** Whether the row matched the chain before the step. */
  verified: boolean;
  /** The exception request that the step approves. */
  request?: { id: string; requestedById: string } | undefined;
  /** Whether the step undoes the previous one. Webhooks and assignees were already notified of the restored state. */
  isUndo?: boolean;
  /** Recent credential changes of the approver of an exception. */
  deciderCredentialChanges?: Record<string, unknown>[] | undefined;
}

/**
 * Records triage steps, as the last step of their transaction: one event per detection, an event on the model that a
 * use was onboarded as, `shadow_ai.resolved`, and notifications of new assignees.
 */
export async function recordTriage(ctx: Changer, tx: Transaction, steps: TriageStep[]): Promise<void> {
  if (steps.length === 0) return;
  const forward = steps.filter(({ isUndo }) => !isUndo);
  for (const { before, after } of forward) {
    if (after.status === "RESOLVED" && before.status !== "RESOLVED") await publishResolved(ctx, tx, after);
  }
  await notifyAssigned(ctx, tx, forward);
  await appendInTransaction(ctx, tx, steps.flatMap(eventsOf));
}

async function publishResolved({ organisation, clock }: Changer, tx: Transaction, stored: StoredDetection) {
  const { status, resolvedAt, resolution, ...same } = toEventData(stored);
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

function isSameSnooze(one: StoredDetection, other: StoredDetection): boolean {
  return one.snoozedUntil?.getTime() === other.snoozedUntil?.getTime() && one.snoozeNote === other.snoozeNote;
}

function eventsOf({ before, after, verified, request, isUndo = false, deciderCredentialChanges }: TriageStep) {
  const event = {
    eventType: "HUMAN_REVIEW" as const,
    tags: tagsOf(after),
    payload: {
      kind: "SHADOW_AI_TRIAGE",
      from: before.status,
      ...eventPayloadOf(after),
      assigneeChanged: before.assignedTo !== after.assignedTo,
      isAssigned: after.assignedTo !== null,
      notesChanged: before.notes !== after.notes,
      ...(isSameSnooze(before, after) ? {} : { snoozeChanged: true }),
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
