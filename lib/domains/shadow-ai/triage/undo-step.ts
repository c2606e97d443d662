import {
  changeDetection,
  findDetection,
  findOpenDetections,
  lockDetections,
  type StoredDetection,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { recordTriage, type TriageStep } from "@/lib/domains/shadow-ai/detections/record-change";
import { findInconsistent } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { triageVersion } from "@/lib/domains/shadow-ai/detections/to-detection";
import type { UpdateDetection, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { deleteStep, findSteps, type StoredStep, undoMs } from "@/lib/domains/shadow-ai/triage/step-store";
import {
  requireStepPermission,
  showUpdated,
  type TaggedDetection,
} from "@/lib/domains/shadow-ai/triage/update-detections";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { requirePermission } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { entityTag } from "@/lib/platform/resource/entity-tag";

/**
 * Undoes the last triage step of a detection and records that on the chain.
 *
 * @throws `insufficient_scope`, `not_found`, and `conflict` when the step is older than 10 minutes or anything changed since.
 */
export async function undoStep(ctx: Context, id: string): Promise<TaggedDetection> {
  requirePermission(ctx, "shadow_ai:triage");
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockDetections(tx, organisationId);
    const stored = await findDetection(tx, organisationId, id);
    if (!stored) throw notFound("detection");
    const [step] = await findSteps(tx, organisationId, { detectionId: id });
    if (!step) throw nothingToUndo();
    const undone = await undo(ctx, tx, stored, step);
    await recordTriage(ctx, tx, [undone]);
    return showUpdated(ctx, tx, undone.after);
  });
}

/**
 * Undoes one bulk change, each detection on its own.
 *
 * @throws `insufficient_scope`, and `not_found` for an operation without a step that can be undone.
 */
export async function undoOperation(ctx: Context, operationId: string): Promise<UpdatedDetections> {
  requirePermission(ctx, "shadow_ai:triage");
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockDetections(tx, organisationId);
    const steps = await findSteps(tx, organisationId, { operationId });
    if (steps.length === 0) throw notFound("triage operation that can be undone");
    const undone: TriageStep[] = [];
    const results: UpdatedDetections["results"] = [];
    for (const step of steps) {
      try {
        const stored = await findDetection(tx, organisationId, step.detectionId);
        if (!stored) throw notFound("detection");
        const taken = await undo(ctx, tx, stored, step);
        undone.push(taken);
        results.push((await showUpdated(ctx, tx, taken.after)).updated);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        results.push({ id: step.detectionId, error: error.code, message: error.message });
      }
    }
    await recordTriage(ctx, tx, undone);
    return { updated: undone.length, failed: results.length - undone.length, operationId: null, results };
  });
}

async function undo(ctx: Context, tx: Transaction, stored: StoredDetection, step: StoredStep): Promise<TriageStep> {
  const { organisation, clock } = ctx;
  const nowMs = clock.now();
  requireStepPermission(ctx, stateAsChange(stored));
  requireStepPermission(ctx, stateAsChange(step.before));
  if (nowMs - step.takenAt.getTime() > undoMs) throw nothingToUndo();
  // Restoring an exception would approve it, which takes a request and an independent approver.
  if (step.before.resolution === "APPROVED_EXCEPTION") {
    throw new ServiceError("conflict", "An exception that was ended cannot be restored. Request a new exception.");
  }
  if (entityTag(triageVersion(stored)) !== step.afterTag) {
    throw new ServiceError("conflict", "The step cannot be undone: the detection has changed since.");
  }
  await refuseSecondOpen(tx, stored, step);
  const inconsistent = await findInconsistent(tx, organisation.id, [stored], new Date(nowMs));
  const updatedAt = new Date(Math.max(nowMs, stored.updatedAt.getTime()));
  const after = await changeDetection(tx, organisation.id, stored.id, { ...step.before, updatedAt });
  await deleteStep(tx, organisation.id, stored.id);
  return { before: stored, after, verified: !inconsistent.has(stored.id), isUndo: true };
}

/** Who may not resolve or approve may not bring such a state back, nor remove it, by undoing. */
function stateAsChange({ status, resolution }: Pick<StoredDetection, "status" | "resolution">): UpdateDetection {
  return { status, ...(resolution === null ? {} : { resolution }) } as UpdateDetection;
}

/** New traffic may have opened another detection of the use since this one was closed. */
async function refuseSecondOpen(tx: Transaction, stored: StoredDetection, { before }: StoredStep): Promise<void> {
  if (before.status === "RESOLVED" || before.status === "DISMISSED") return;
  const open = (await findOpenDetections(tx, stored.organisationId, [stored.fingerprint])).get(stored.fingerprint);
  if (open === undefined || open === stored.id) return;
  throw new ServiceError(
    "conflict",
    `This step cannot be undone, because another detection of the same use (${open}) is open.`,
  );
}

function nothingToUndo(): ServiceError {
  return new ServiceError("conflict", "There is no step to undo. You can undo a triage step for 10 minutes.");
}
