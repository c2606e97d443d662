import { findMemberNames } from "@/lib/domains/members";
import { notifyMembers } from "@/lib/domains/notifications";
import {
  requireDetection,
  type StoredDetection,
  withDetectionsLocked,
} from "@/lib/domains/shadow-ai/detections/detection-store";
import type { DetectionStatus, ExceptionStatus, Severity } from "@/lib/domains/shadow-ai/enums";
import {
  deciderChanges,
  deciderOf,
  findApproverChanges,
  findDependent,
  refuseOwn,
} from "@/lib/domains/shadow-ai/exceptions/four-eyes";
import { mailAboutRequest, recordRequestStep } from "@/lib/domains/shadow-ai/exceptions/request-steps";
import {
  countRequests,
  endRequest,
  findPendingRequests,
  findRequest,
  findRequests,
  insertRequest,
  type RequestedDetection,
  type StoredRequest,
} from "@/lib/domains/shadow-ai/exceptions/request-store";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import type {
  DecideException,
  ExceptionRequest,
  ExceptionRequestList,
  ListExceptions,
  RequestException,
  UpdateDetection,
} from "@/lib/domains/shadow-ai/schemas-triage";
import { expiryOtherwise, expiryProblem } from "@/lib/domains/shadow-ai/triage/plan-step";
import { takeStep } from "@/lib/domains/shadow-ai/triage/take-step";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { onlyForPeople, requirePermission } from "@/lib/platform/core/roles";
import type { Transaction } from "@/lib/platform/database/db";
import { listPage } from "@/lib/platform/resource/list-page";

/**
 * Requests a temporary exception for the use of a detection, which another member decides. Records the request on the
 * chain, and notifies the organisation's owner by e-mail and the approvers in the dashboard.
 *
 * @throws `insufficient_scope` (also for API keys), `not_found`, `validation_failed`, and `conflict` if the detection
 * is resolved or has a pending request.
 */
export async function requestException(ctx: Context, id: string, input: RequestException): Promise<ExceptionRequest> {
  if (ctx.actor.kind !== "user") throw onlyForPeople();
  const requester = ctx.actor;
  requirePermission(ctx, "exceptions:request");
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const detection = await requireDetection(tx, organisationId, id);
    requireUndecided(detection);
    const pending = (await findPendingRequests(tx, organisationId, [id])).get(id);
    if (pending) throw new ServiceError("conflict", `An exception request is already pending (${pending.id}).`);
    const { exceptionMaxDays } = await findSettings(tx, organisationId);
    const terms = { nowMs: ctx.clock.now(), exceptionMaxDays };
    const expiresAt = input.expiresAt === undefined ? expiryOtherwise(terms) : new Date(input.expiresAt);
    const problem = expiryProblem(expiresAt.getTime(), terms);
    if (problem !== undefined) throw validationFailed([{ path: "expiresAt", message: problem }]);
    const stored = await insertRequest(tx, {
      id: newId("exceptionRequest", terms.nowMs),
      organisationId,
      detectionId: id,
      justification: input.justification,
      expiresAt,
      requestedById: requester.id,
      requestedBy: requester.email,
      createdAt: new Date(terms.nowMs),
    });
    await mailAboutRequest(ctx, tx, "requested", stored, detection);
    const { provider, endpoint, severity } = detection;
    const facts = { provider, endpoint, severity, requestedBy: requester.name };
    // Once for each day, also if the request is withdrawn and repeated.
    const sourceKey = `exception ${id} ${requester.id} ${stored.createdAt.toISOString().slice(0, 10)}`;
    await notifyMembers(ctx, tx, [{ kind: "EXCEPTION_REQUESTED", subjectId: id, facts, sourceKey }]);
    await recordRequestStep(ctx, tx, stored, detection);
    return showRequest(ctx, tx, stored, detection);
  });
}

/** Throws if the detection is already resolved. */
function requireUndecided({ id, status }: Pick<StoredDetection, "id" | "status">): void {
  if (status === "OPEN" || status === "INVESTIGATING") return;
  throw new ServiceError("conflict", `The detection ${id} is already ${status}.`);
}

/**
 * Approves another member's request: the detection becomes RESOLVED as APPROVED_EXCEPTION, with the justification as
 * its notes. An OPEN detection becomes INVESTIGATING first. Notifies the requester by e-mail.
 *
 * @throws `insufficient_scope` for the requester and for approvers who are not independent of them, `not_found`, and
 * `conflict` if the request or the detection is decided, or the requested end is no longer possible.
 */
export async function approveException(ctx: Context, id: string, input: DecideException): Promise<ExceptionRequest> {
  return decide(ctx, id, async (tx, request, detection) => {
    requireUndecided(detection);
    const { exceptionMaxDays } = await findSettings(tx, ctx.organisation.id);
    const problem = expiryProblem(request.expiresAt.getTime(), { nowMs: ctx.clock.now(), exceptionMaxDays });
    if (problem !== undefined) {
      const message = `The requested end date is no longer allowed: it ${problem}. Reject this request and submit a new one.`;
      throw new ServiceError("conflict", message);
    }
    let stored = detection;
    const step = async (change: UpdateDetection) => {
      const outcome = (await takeStep(ctx, tx, [stored], change, { note: input.note ?? null })).get(stored.id);
      if (!outcome) throw new Error("a step has no outcome");
      if ("refused" in outcome) throw outcome.refused;
      stored = outcome.stored;
    };
    if (stored.status === "OPEN") await step({ status: "INVESTIGATING" });
    await step({
      status: "RESOLVED",
      resolution: "APPROVED_EXCEPTION",
      notes: request.justification,
      exceptionExpiresAt: request.expiresAt.toISOString(),
    });
    return stored;
  });
}

/**
 * Rejects another member's request and notifies the requester by e-mail. The detection does not change.
 *
 * @throws `insufficient_scope` for the requester, `not_found`, and `conflict` if the request is decided.
 */
export async function rejectException(ctx: Context, id: string, input: DecideException): Promise<ExceptionRequest> {
  return decide(ctx, id, async (tx, request, detection) => {
    const decidedAt = new Date(ctx.clock.now());
    const decision = { status: "REJECTED" as const, ...deciderOf(ctx.actor), decidedAt };
    const stored = await endRequest(tx, request, { ...decision, decisionNote: input.note ?? null });
    await mailAboutRequest(ctx, tx, "decided", stored, detection);
    await recordRequestStep(ctx, tx, stored, detection, await deciderChanges(ctx, tx));
    return detection;
  });
}

/**
 * Withdraws the caller's own request. Throws `insufficient_scope`, `not_found`, and `conflict` if the request is
 * decided.
 */
export async function withdrawException(ctx: Context, id: string): Promise<ExceptionRequest> {
  requirePermission(ctx, "exceptions:request");
  return withPending(ctx, id, async (tx, request, detection) => {
    if (ctx.actor.kind !== "user" || ctx.actor.id !== request.requestedById) {
      throw new ServiceError(
        "insufficient_scope",
        `Only the requester can withdraw the exception request ${request.id}.`,
      );
    }
    const decidedAt = new Date(ctx.clock.now());
    const noDecision = { decidedById: null, decidedBy: null, decisionNote: null };
    const stored = await endRequest(tx, request, { status: "WITHDRAWN", ...noDecision, decidedAt });
    await recordRequestStep(ctx, tx, stored, detection);
    return detection;
  });
}

type Work = (tx: Transaction, request: StoredRequest, detection: StoredDetection) => Promise<StoredDetection>;

async function decide(ctx: Context, id: string, work: Work): Promise<ExceptionRequest> {
  requirePermission(ctx, "exceptions:approve");
  return withPending(ctx, id, async (tx, request, detection) => {
    refuseOwn(ctx.actor, request);
    const dependent = (await findDependent(ctx, tx, [request])).get(request.requestedById);
    if (dependent) throw dependent;
    return work(tx, request, detection);
  });
}

/** `work` returns the changed detection. */
async function withPending(ctx: Context, id: string, work: Work): Promise<ExceptionRequest> {
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const request = await findRequest(tx, organisationId, id);
    if (!request) throw notFound("exception request");
    const detection = await requireDetection(tx, organisationId, request.detectionId);
    if (request.status !== "PENDING") {
      throw new ServiceError("conflict", `The request is already ${request.status}.`);
    }
    const about = await work(tx, request, detection);
    const after = await findRequest(tx, organisationId, id);
    if (!after) throw new Error("a request that was decided is gone");
    return showRequest(ctx, tx, after, about);
  });
}

/**
 * The organisation's exception requests, newest first.
 *
 * @throws `invalid_cursor`
 */
export async function listExceptions(ctx: Context, query: ListExceptions): Promise<ExceptionRequestList> {
  const organisationId = ctx.organisation.id;
  const { rows, pagination } = await listPage(ctx, {
    name: "shadow-ai-exceptions",
    query,
    rows: (slice, reader) => findRequests(reader, organisationId, query, slice),
    count: (reader) => countRequests(reader, organisationId, query),
  });
  return { data: await showRequests(ctx, undefined, rows), pagination };
}

async function showRequest(
  ctx: Context,
  tx: Transaction,
  stored: StoredRequest,
  about: RequestedDetection,
): Promise<ExceptionRequest> {
  const [shown] = await showRequests(ctx, tx, [{ ...stored, about }]);
  if (!shown) throw new Error("a request is not shown");
  return shown;
}

/** Stored requests in the API, with the names of the members and the changes to the accounts of approvers. */
async function showRequests(
  ctx: Context,
  tx: Transaction | undefined,
  requests: (StoredRequest & { about: RequestedDetection })[],
): Promise<ExceptionRequest[]> {
  const changes = await findApproverChanges(ctx, tx, requests);
  const ids = requests.flatMap(({ requestedById, decidedById }) => [requestedById, decidedById ?? ""]);
  const names = await findMemberNames(tx, ctx.organisation.id, ids);
  return requests.map(({ about, ...stored }) => ({
    id: stored.id,
    detectionId: stored.detectionId,
    status: stored.status as ExceptionStatus,
    justification: stored.justification,
    expiresAt: stored.expiresAt.toISOString(),
    requestedBy: stored.requestedBy,
    requestedByName: names.get(stored.requestedById) ?? null,
    createdAt: stored.createdAt.toISOString(),
    decidedBy: stored.decidedBy,
    decidedByName: names.get(stored.decidedById ?? "") ?? null,
    decidedAt: stored.decidedAt?.toISOString() ?? null,
    decisionNote: stored.decisionNote,
    approverChanges: changes.get(stored.id) ?? [],
    detection: {
      status: about.status as DetectionStatus,
      severity: about.severity as Severity,
      riskScore: about.score,
      aiProvider: about.provider,
      endpoint: about.endpoint,
      departmentHint: about.department,
      estimatedCallVolume: about.calls,
      lastSeenAt: about.lastSeenAt.toISOString(),
    },
  }));
}
