import { getModel } from "@/lib/domains/models";
import { RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import { requireAssignable } from "@/lib/domains/shadow-ai/detections/assignees";
import {
  changeDetection,
  type DetectionChange,
  findOpenDetections,
  type StoredDetection,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import { recordTriage, type TriageStep } from "@/lib/domains/shadow-ai/detections/record-change";
import { findInconsistent } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { triageVersion } from "@/lib/domains/shadow-ai/detections/to-detection";
import {
  deciderChanges,
  findDependent,
  findUnrequested,
  refuseOwn,
} from "@/lib/domains/shadow-ai/exceptions/four-eyes";
import { settleRequest } from "@/lib/domains/shadow-ai/exceptions/request-steps";
import { findPendingRequests, type StoredRequest } from "@/lib/domains/shadow-ai/exceptions/request-store";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { planStep, type StepTerms } from "@/lib/domains/shadow-ai/triage/plan-step";
import { deleteOldSteps, deleteStep, saveStep } from "@/lib/domains/shadow-ai/triage/step-store";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import type { Transaction } from "@/lib/platform/database/db";
import { entityTag } from "@/lib/platform/resource/entity-tag";

/** The outcome for one detection. */
export type StepOutcome = { stored: StoredDetection } | { refused: ServiceError };

/**
 * Makes the same change to several detections separately: an error of one does not stop the others. The caller's
 * transaction holds the lock of the organisation's detections and commits the changes with their events, webhooks and
 * e-mails. A row that does not match the chain is first recorded as a finding, because its new state becomes the
 * recorded one. Approving an exception also approves its pending request, never by the requester, who receives `note`.
 * With an `operationId`, steps can be undone, except those that approve a request.
 */
export async function takeStep(
  ctx: Context,
  tx: Transaction,
  detections: StoredDetection[],
  change: UpdateDetection,
  { note = null, operationId }: { note?: string | null; operationId?: string } = {},
): Promise<Map<string, StepOutcome>> {
  await requireAssignable(ctx, tx, change.assignedTo);
  const outcomes = new Map<string, StepOutcome>();
  const planned: { before: StoredDetection; columns: DetectionChange }[] = [];
  const terms = await termsOf(ctx, tx, change);
  const { nowMs } = terms;
  const isException = change.resolution === "APPROVED_EXCEPTION";
  const ids = detections.map(({ id }) => id);
  const pending = isException
    ? await findPendingRequests(tx, ctx.organisation.id, ids)
    : new Map<string, StoredRequest>();
  const dependent = await findDependent(ctx, tx, pending.values());
  const unrequested = isException ? await findUnrequested(ctx, tx) : undefined;
  const fingerprints = [...new Set(detections.map(({ fingerprint }) => fingerprint))];
  const open = await findOpenDetections(tx, ctx.organisation.id, fingerprints);
  const modelProblem = await problemOfModel(ctx, tx, change);
  for (const before of detections) {
    try {
      const columns = planStep(before, change, terms);
      const request = pending.get(before.id);
      if (columns.status === "RESOLVED" && request) {
        refuseOwn(ctx.actor, request);
        const refusal = dependent.get(request.requestedById);
        if (refusal) throw refusal;
      }
      if (columns.resolution === "APPROVED_EXCEPTION" && !request && unrequested) throw unrequested;
      if (columns.status === "RESOLVED" && modelProblem) throw modelProblem;
      if (columns.status === "INVESTIGATING") claim(open, before);
      if (Object.keys(columns).length === 0) outcomes.set(before.id, { stored: before });
      else planned.push({ before, columns: { ...columns, ...approvedVolume(before, columns), ...coverage(columns) } });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      outcomes.set(before.id, { refused: error });
    }
  }
  const changing = planned.map(({ before }) => before);
  const inconsistent = await findInconsistent(tx, ctx.organisation.id, changing, new Date(nowMs));
  const steps: TriageStep[] = [];
  const isApproval = planned.some(({ columns }) => columns.resolution === "APPROVED_EXCEPTION");
  const deciderCredentialChanges = isApproval ? await deciderChanges(ctx, tx) : undefined;
  for (const { before, columns } of planned) {
    const after = await changeDetection(tx, before, columns, new Date(nowMs));
    const request = pending.get(before.id);
    if (request) await settleRequest(ctx, tx, { request, after, note });
    await noteStep(tx, { before, after, operationId: request ? undefined : operationId });
    steps.push({ before, after, verified: !inconsistent.has(before.id), request, deciderCredentialChanges });
    outcomes.set(before.id, { stored: after });
  }
  if (steps.length > 0) await deleteOldSteps(tx, ctx.organisation.id, new Date(nowMs));
  await recordTriage(ctx, tx, steps);
  return outcomes;
}

/** After a step that cannot be undone, earlier steps cannot be undone either. */
async function noteStep(
  tx: Transaction,
  { before, after, operationId }: { before: StoredDetection; after: StoredDetection; operationId: string | undefined },
): Promise<void> {
  const { organisationId, updatedAt: takenAt } = after;
  if (operationId === undefined) await deleteStep(tx, organisationId, before.id);
  else await saveStep(tx, { organisationId, operationId, before, afterTag: entityTag(triageVersion(after)), takenAt });
}

async function termsOf({ organisation, clock }: Context, tx: Transaction, change: UpdateDetection): Promise<StepTerms> {
  const isDefault = change.resolution !== "APPROVED_EXCEPTION" && !change.snooze;
  const { exceptionMaxDays, slaDays } = isDefault ? defaultSettings : await findSettings(tx, organisation.id);
  return { nowMs: clock.now(), exceptionMaxDays, slaDays };
}

/**
 * Sets the baseline volume of an exception: the busiest day before approval. Without a busiest day, no volume is set.
 */
function approvedVolume(before: StoredDetection, { resolution }: DetectionChange): DetectionChange {
  if (resolution !== "APPROVED_EXCEPTION") return {};
  const inputs = RiskInputs.safeParse(before.inputs);
  return { exceptionCalls: (inputs.success && inputs.data.busiestDay.calls) || null };
}

/** An onboarded use is governed by its model. A reopened use is not, until its traffic matches again. */
function coverage({ resolution }: DetectionChange): DetectionChange {
  return resolution === undefined ? {} : { registered: resolution === "ONBOARDED" };
}

/** Only an active model of the organisation can cover a use. */
async function problemOfModel(
  ctx: Context,
  tx: Transaction,
  { resolvedModelId }: UpdateDetection,
): Promise<ServiceError | undefined> {
  if (resolvedModelId === undefined) return undefined;
  try {
    const { archived, system } = await getModel({ ...ctx, tx }, resolvedModelId);
    if (archived) return modelProblem(`The model ${resolvedModelId} is archived.`, "is archived");
    if (system) return modelProblem(`The model ${resolvedModelId} is the system model.`, "is the system model");
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "not_found") throw error;
    const advice = "Register it with POST /v1/models and use the returned ID.";
    return modelProblem(
      `No model ${resolvedModelId} is registered in this organisation. ${advice}`,
      "is not registered",
    );
  }
}

function modelProblem(message: string, detail: string): ServiceError {
  return new ServiceError("model_not_registered", message, {
    details: [{ path: "resolvedModelId", message: detail }],
  });
}

/** Traffic belongs to one open detection, so an older one is not reopened beside it. */
function claim(open: Map<string, string>, { id, fingerprint, mergedIntoId }: StoredDetection): void {
  if (mergedIntoId !== null) {
    throw new ServiceError(
      "conflict",
      `This detection was merged into ${mergedIntoId}. Update that detection instead.`,
    );
  }
  const other = open.get(fingerprint);
  if (other !== undefined && other !== id) {
    throw new ServiceError("conflict", `Another detection of the same use is already open: ${other}.`);
  }
  open.set(fingerprint, id);
}
