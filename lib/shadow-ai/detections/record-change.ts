import { appendInTransaction, type ChangedRecord } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { mailReopened } from "@/lib/shadow-ai/detections/mail-assignees";
import { figuresOf, stateHash } from "@/lib/shadow-ai/detections/state-hash";
import { toTold } from "@/lib/shadow-ai/detections/to-detection";
import type { Severity } from "@/lib/shadow-ai/vocabulary";
import { publishMany } from "@/lib/webhooks";

/** Who changes detections, for whom. */
export type Changer = Pick<Context, "organisation" | "actor" | "clock">;

/** What the service itself does to a detection, and how its events call that. */
const kinds = {
  CREATED: "SHADOW_AI_DETECTION_OPENED",
  SEVERITY_RAISED: "SHADOW_AI_SEVERITY_RAISED",
  REOPENED: "SHADOW_AI_DETECTION_REOPENED",
} as const;

/**
 * Tells of what the service did to detections, as the last thing in the transaction that does it: an event on the chain for
 * each; for those that were opened, or opened again, `shadow_ai.detected`; and a mail to whoever had one that was opened
 * again. The detections are as they stand after the change.
 */
export async function recordDetected(
  ctx: Changer,
  tx: Transaction,
  detections: StoredDetection[],
  why: keyof typeof kinds,
): Promise<void> {
  if (detections.length === 0) return;
  if (why !== "SEVERITY_RAISED") await publishDetected(ctx, tx, detections, why);
  if (why === "REOPENED") await mailReopened(ctx, tx, detections);
  await appendInTransaction(
    ctx,
    tx,
    detections.map((stored) => ({
      eventType: "SHADOW_AI_DETECTED" as const,
      severity: stored.severity as Severity,
      tags: tagsOf(stored),
      payload: { kind: kinds[why], ...toldOf(stored), riskFactors: toTold(stored).riskFactors },
      records: [recordOf(stored)],
    })),
  );
}

/**
 * Seals what traffic changed of detections without an event of their own, as the last thing in the transaction that changed
 * them: one event for all of them.
 */
export async function recordTraffic(ctx: Changer, tx: Transaction, detections: StoredDetection[]): Promise<void> {
  if (detections.length === 0) return;
  const payload = { kind: "SHADOW_AI_TRAFFIC_ADDED", detections: detections.length };
  await appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload, records: detections.map(recordOf) }]);
}

/** Names a detection's record, for the event that seals its state. */
export function recordOf({ id }: { id: string }): ChangedRecord {
  return { table: "shadow_ai_detections", id };
}

async function publishDetected(
  ctx: Changer,
  tx: Transaction,
  detections: StoredDetection[],
  why: "CREATED" | "REOPENED",
): Promise<void> {
  const publications = detections.map((stored) => ({
    type: "shadow_ai.detected" as const,
    data: toTold(stored),
    sourceKey: `shadow_ai.detected ${stored.id}${why === "CREATED" ? "" : ` ${stored.updatedAt.toISOString()}`}`,
    occurredAtMs: ctx.clock.now(),
  }));
  await publishMany(tx, ctx, publications);
}

/** The tags of every event about a detection. */
export function tagsOf({ id }: { id: string }): string[] {
  return ["shadow-ai", id];
}

/**
 * What an event says of a detection. Of assignee and notes, which may name people, it holds nothing but the hash that covers
 * them.
 */
export function toldOf(stored: StoredDetection): Record<string, unknown> {
  const { resolution, resolvedModelId, exceptionExpiresAt, reopenedFor } = stored;
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
    figures: figuresOf(stored),
    stateHash: stateHash(stored),
  };
}
