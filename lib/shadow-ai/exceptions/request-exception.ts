import type { Actor, Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError, validationFailed } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { onlyForPeople, requirePermission } from "@/lib/require-permission";
import { findDetection, type StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { lockDetections } from "@/lib/shadow-ai/detections/lock-store";
import { expiryOtherwise, expiryProblem } from "@/lib/shadow-ai/detections/triage/plan-step";
import { findApproverChanges } from "@/lib/shadow-ai/exceptions/approver-changes";
import { mailRequested } from "@/lib/shadow-ai/exceptions/mail-people";
import { recordRequestStep } from "@/lib/shadow-ai/exceptions/record-request-step";
import { findPendingRequests, insertRequest } from "@/lib/shadow-ai/exceptions/request-store";
import { toExceptionRequest } from "@/lib/shadow-ai/exceptions/to-exception-request";
import { findSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type { ExceptionRequest, RequestException } from "@/lib/shadow-ai/schemas-exceptions";

/**
 * Asks that the use of a detection be allowed for a time: somebody else decides. The detection stays as it is. Only people
 * ask. The request is an event on the chain, and the organisation's owner is told by mail. Throws `insufficient_scope`,
 * `not_found`, `validation_failed`, and `conflict` where the detection is decided or a request of it is pending.
 */
export async function requestException(ctx: Context, id: string, input: RequestException): Promise<ExceptionRequest> {
  const requester = personOf(ctx.actor);
  requirePermission(ctx, "exceptions:request");
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockDetections(tx, organisationId);
    const detection = await findDetection(tx, organisationId, id);
    if (!detection) throw notFound("detection");
    refuseDecided(detection);
    const pending = (await findPendingRequests(tx, organisationId, [id])).get(id);
    if (pending) throw new ServiceError("conflict", `An exception is asked for already, with ${pending.id}.`);
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
    await mailRequested(ctx, tx, stored, detection);
    await recordRequestStep(ctx, tx, stored, detection);
    return toExceptionRequest(stored, detection, (await findApproverChanges(ctx, tx, [stored])).get(stored.id));
  });
}

/** Refuses what is about a detection that somebody has decided. */
export function refuseDecided({ id, status }: Pick<StoredDetection, "id" | "status">): void {
  if (status === "OPEN" || status === "INVESTIGATING") return;
  throw new ServiceError("conflict", `The detection ${id} is ${status}: it has been decided.`);
}

function personOf(actor: Actor): Extract<Actor, { kind: "user" }> {
  if (actor.kind !== "user") throw onlyForPeople();
  return actor;
}
