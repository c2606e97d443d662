import { withMembership } from "@/lib/domains/members";
import {
  changeDetection,
  findDetections,
  findOpenDetections,
  requireDetection,
  type StoredDetection,
  unsnoozed,
  withDetectionsLocked,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { isAboutTime } from "@/lib/domains/shadow-ai/detections/filter-store";
import { countDetections, findIds } from "@/lib/domains/shadow-ai/detections/list-store";
import { deadlinesOf } from "@/lib/domains/shadow-ai/detections/read-detections";
import { recordTriage, type TriageStep } from "@/lib/domains/shadow-ai/detections/record-change";
import { findInconsistent } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { exceedsSnooze } from "@/lib/domains/shadow-ai/detections/snooze-limits";
import { toUpdated, triageVersion } from "@/lib/domains/shadow-ai/detections/to-detection";
import {
  bulkMax,
  type UpdateDetection,
  type UpdateDetections,
  type UpdatedDetection,
  type UpdatedDetections,
} from "@/lib/domains/shadow-ai/schemas-triage";
import { deleteStep, findSteps, type StoredStep, undoMs } from "@/lib/domains/shadow-ai/triage/step-store";
import { type StepOutcome, takeStep } from "@/lib/domains/shadow-ai/triage/take-step";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { may, requirePermission } from "@/lib/platform/core/roles";
import type { Transaction } from "@/lib/platform/database/db";
import { entityTag, matches, preconditionFailed } from "@/lib/platform/resource/entity-tag";

export interface TaggedDetection {
  updated: UpdatedDetection;
  tag: string;
}

/**
 * Takes a triage step and returns the detection with its new entity tag. A change to the current state is not a step.
 *
 * @throws `insufficient_scope`, `not_found`, `precondition_failed`, `validation_failed`, `invalid_transition`,
 * `conflict`, `model_not_registered`, `not_a_member`.
 */
export async function updateDetection(
  ctx: Context,
  id: string,
  change: UpdateDetection,
  expectedVersion?: string,
): Promise<TaggedDetection> {
  requireStepPermission(ctx, change);
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const stored = await requireDetection(tx, organisationId, id);
    const before = triageVersion(stored);
    if (expectedVersion !== undefined && !matches(expectedVersion, before)) {
      throw preconditionFailed("detection", before);
    }
    const operationId = newId("triageOperation", ctx.clock.now());
    const outcome = (await takeStep(ctx, tx, [stored], change, { operationId })).get(id);
    if (!outcome) throw new Error("a step has no outcome");
    if ("refused" in outcome) throw outcome.refused;
    return showUpdated(ctx, tx, outcome.stored);
  });
}

/** A changed detection in the API, with its entity tag. */
export async function showUpdated(ctx: Context, tx: Transaction, stored: StoredDetection): Promise<TaggedDetection> {
  const [updated] = await withMembership(ctx, tx, [toUpdated(stored)]);
  if (!updated) throw new Error("a step is not shown");
  return { updated, tag: entityTag(triageVersion(stored)) };
}

/**
 * Makes the same change to many detections, by their ids or by a filter with an expected count. Errors are returned
 * beside each id and do not stop the others.
 *
 * @throws `insufficient_scope`, and `conflict` if the filter matches another number of detections.
 */
export async function updateDetections(ctx: Context, input: UpdateDetections): Promise<UpdatedDetections> {
  requireStepPermission(ctx, input.change);
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const ids = input.ids ?? (await idsOf(ctx, tx, input));
    const stored = await findDetections(tx, organisationId, ids);
    const operationId = newId("triageOperation", ctx.clock.now());
    const outcomes = await takeStep(ctx, tx, stored, input.change, { operationId });
    const updated = await withMembership(ctx, tx, [...outcomes.values()].flatMap(updatedOf));
    const shown = new Map(updated.map((each) => [each.id, each]));
    const results = ids.map((id) => shown.get(id) ?? failureOf(id, outcomes.get(id)));
    const failed = results.filter((result) => "error" in result).length;
    const canUndo = (await findSteps(tx, organisationId, { operationId })).length > 0;
    return { updated: results.length - failed, failed, operationId: canUndo ? operationId : null, results };
  });
}

async function idsOf(
  ctx: Context,
  tx: Transaction,
  { filter = {}, expectedCount }: UpdateDetections,
): Promise<string[]> {
  const deadlines = isAboutTime(filter) ? await deadlinesOf({ ...ctx, tx }) : undefined;
  const sought = { organisationId: ctx.organisation.id, filter, nowMs: ctx.clock.now(), deadlines };
  const found = await countDetections(tx, sought);
  if (found === expectedCount) return findIds(tx, sought, bulkMax);
  const message = `The filter matches ${found} detections instead of the expected ${expectedCount}. Review the list and try again.`;
  throw new ServiceError("conflict", message, {
    details: [{ path: "expectedCount", message: `is now ${found}` }],
    members: { actualCount: found },
  });
}

function updatedOf(outcome: StepOutcome) {
  return "stored" in outcome ? [toUpdated(outcome.stored)] : [];
}

function failureOf(id: string, outcome: StepOutcome | undefined): UpdatedDetections["results"][number] {
  const { code, message, details } = outcome && "refused" in outcome ? outcome.refused : notFound("detection");
  return { id, error: code, message, ...(details ? { details } : {}) };
}

/**
 * Triage, resolution and approval of an exception require separate permissions. For members who may not approve, the
 * error explains how to request an exception.
 *
 * @throws `insufficient_scope`
 */
export function requireStepPermission(ctx: Context, { status, resolution }: UpdateDetection): void {
  requirePermission(ctx, "shadow_ai:triage");
  if (status === "RESOLVED" || resolution !== undefined) requirePermission(ctx, "shadow_ai:resolve");
  if (resolution !== "APPROVED_EXCEPTION" || may(ctx, "exceptions:approve")) return;
  if (ctx.actor.kind === "user") {
    const message = `Your role, ${ctx.actor.role}, cannot approve exceptions. Request one with POST /v1/shadow-ai/{id}/exception-request.`;
    throw new ServiceError("insufficient_scope", message, { members: { requiredPermission: "exceptions:approve" } });
  }
  requirePermission(ctx, "exceptions:approve");
}

/**
 * Undoes the last triage step of a detection and records the undo on the chain.
 *
 * @throws `insufficient_scope`, `not_found`, and `conflict` if the step is older than 10 minutes or the detection has
 * changed since.
 */
export async function undoStep(ctx: Context, id: string): Promise<TaggedDetection> {
  requirePermission(ctx, "shadow_ai:triage");
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const stored = await requireDetection(tx, organisationId, id);
    const [step] = await findSteps(tx, organisationId, { detectionId: id });
    if (!step) throw nothingToUndo();
    const undone = await undo(ctx, tx, stored, step);
    await recordTriage(ctx, tx, [undone]);
    return showUpdated(ctx, tx, undone.after);
  });
}

/**
 * Undoes one bulk change, each detection separately.
 *
 * @throws `insufficient_scope`, and `not_found` for an operation without a step that can be undone.
 */
export async function undoOperation(ctx: Context, operationId: string): Promise<UpdatedDetections> {
  requirePermission(ctx, "shadow_ai:triage");
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const steps = await findSteps(tx, organisationId, { operationId });
    if (steps.length === 0) throw notFound("triage operation to undo");
    const undone: TriageStep[] = [];
    const results: UpdatedDetections["results"] = [];
    for (const step of steps) {
      try {
        const stored = await requireDetection(tx, organisationId, step.detectionId);
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
  // Restoring an exception would approve it, which requires a request and an independent approver.
  if (step.before.resolution === "APPROVED_EXCEPTION") {
    throw new ServiceError("conflict", "An ended exception cannot be restored. Request a new exception.");
  }
  if (entityTag(triageVersion(stored)) !== step.afterTag) {
    throw new ServiceError("conflict", "This update cannot be undone, because the detection has changed since then.");
  }
  await rejectSecondOpen(tx, stored, step);
  const inconsistent = await findInconsistent(tx, organisation.id, [stored], new Date(nowMs));
  const after = await changeDetection(tx, stored, restoredBy(step, stored, nowMs), new Date(nowMs));
  await deleteStep(tx, organisation.id, stored.id);
  return { before: stored, after, verified: !inconsistent.has(stored.id), isUndo: true };
}

/** The previous state, without a snooze that would have ended since then. */
function restoredBy({ before }: StoredStep, stored: StoredDetection, nowMs: number): StoredStep["before"] {
  if (!before.snoozedUntil) return before;
  const isOver = before.snoozedUntil.getTime() <= nowMs || exceedsSnooze(before, stored);
  return isOver ? { ...before, ...unsnoozed } : before;
}

/**
 * The restored state as a change. A member without permission to resolve or approve may not restore or remove such a
 * state by undoing.
 */
function stateAsChange({ status, resolution }: Pick<StoredDetection, "status" | "resolution">): UpdateDetection {
  return { status, ...(resolution === null ? {} : { resolution }) } as UpdateDetection;
}

/** New traffic may have opened another detection of the use after this one was closed. */
async function rejectSecondOpen(tx: Transaction, stored: StoredDetection, { before }: StoredStep): Promise<void> {
  if (before.status === "RESOLVED" || before.status === "DISMISSED") return;
  const open = (await findOpenDetections(tx, stored.organisationId, [stored.fingerprint])).get(stored.fingerprint);
  if (open === undefined || open === stored.id) return;
  throw new ServiceError(
    "conflict",
    `This update cannot be undone, because another detection of the same use (${open}) is open.`,
  );
}

function nothingToUndo(): ServiceError {
  return new ServiceError("conflict", "There is nothing to undo. An update can be undone for 10 minutes.");
}
