import type { Actor, Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { requirePermission } from "@/lib/require-permission";
import { findDetection, type StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { lockDetections } from "@/lib/shadow-ai/detections/lock-store";
import { expiryProblem } from "@/lib/shadow-ai/detections/triage/plan-step";
import { takeStep } from "@/lib/shadow-ai/detections/triage/take-step";
import { deciderChanges, findApproverChanges } from "@/lib/shadow-ai/exceptions/approver-changes";
import { deciderOf, findDependent, refuseOwn } from "@/lib/shadow-ai/exceptions/four-eyes";
import { mailDecided } from "@/lib/shadow-ai/exceptions/mail-people";
import { recordRequestStep } from "@/lib/shadow-ai/exceptions/record-request-step";
import { refuseDecided } from "@/lib/shadow-ai/exceptions/request-exception";
import { endRequest, findRequest, type StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";
import { toExceptionRequest } from "@/lib/shadow-ai/exceptions/to-exception-request";
import { findSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type { DecideException, ExceptionRequest } from "@/lib/shadow-ai/schemas-exceptions";
import type { UpdateDetection } from "@/lib/shadow-ai/schemas-triage";

/**
 * Approves what somebody else asked for: the detection is RESOLVED as APPROVED_EXCEPTION until then, with the justification
 * as its notes; one that is OPEN is INVESTIGATING before, each step an event on the chain. The requester is told by mail.
 * Throws `insufficient_scope` for the requester and who is not independent of them, `not_found`, and `conflict` where the
 * request or the detection is decided, or the end that was asked for is no longer possible.
 */
export async function approveException(ctx: Context, id: string, input: DecideException): Promise<ExceptionRequest> {
  return decide(ctx, id, async (tx, request, detection) => {
    refuseDecided(detection);
    const { exceptionMaxDays } = await findSettings(tx, ctx.organisation.id);
    const problem = expiryProblem(request.expiresAt.getTime(), { nowMs: ctx.clock.now(), exceptionMaxDays });
    if (problem !== undefined) {
      const message = `The exception can no longer end when it was asked for: its end ${problem}. Reject it, and have it asked for anew.`;
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
 * Rejects what somebody else asked for. The detection stays as it is; the requester is told by mail. Throws
 * `insufficient_scope` for the requester, `not_found`, and `conflict` where the request is decided.
 */
export async function rejectException(ctx: Context, id: string, input: DecideException): Promise<ExceptionRequest> {
  return decide(ctx, id, async (tx, request, detection) => {
    const decidedAt = new Date(ctx.clock.now());
    const decision = { status: "REJECTED" as const, ...deciderOf(ctx.actor), decidedAt };
    const stored = await endRequest(tx, request, { ...decision, decisionNote: input.note ?? null });
    await mailDecided(ctx, tx, stored, detection);
    await recordRequestStep(ctx, tx, stored, detection, await deciderChanges(ctx, tx));
    return detection;
  });
}

/** Takes one's own request back. Throws `insufficient_scope`, `not_found`, and `conflict` where the request is decided. */
export async function withdrawException(ctx: Context, id: string): Promise<ExceptionRequest> {
  requirePermission(ctx, "exceptions:request");
  return withPending(ctx, id, async (tx, request, detection) => {
    if (!isRequester(ctx.actor, request)) {
      throw new ServiceError("insufficient_scope", `${request.id} is not your request: who asked may withdraw it.`);
    }
    const decidedAt = new Date(ctx.clock.now());
    const nobody = { decidedById: null, decidedBy: null, decisionNote: null };
    const stored = await endRequest(tx, request, { status: "WITHDRAWN", ...nobody, decidedAt });
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

/** `work` answers the detection as it is afterwards. */
async function withPending(ctx: Context, id: string, work: Work): Promise<ExceptionRequest> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockDetections(tx, organisationId);
    const request = await findRequest(tx, organisationId, id);
    const detection = request && (await findDetection(tx, organisationId, request.detectionId));
    if (!request || !detection) throw notFound("request for an exception");
    if (request.status !== "PENDING") {
      throw new ServiceError("conflict", `The request is ${request.status}: it has been decided.`);
    }
    const about = await work(tx, request, detection);
    const after = await findRequest(tx, organisationId, id);
    if (!after) throw new Error("a request that was decided is gone");
    return toExceptionRequest(after, about, (await findApproverChanges(ctx, tx, [after])).get(id));
  });
}

function isRequester(actor: Actor, { requestedById }: StoredRequest): boolean {
  return actor.kind === "user" && actor.id === requestedById;
}
