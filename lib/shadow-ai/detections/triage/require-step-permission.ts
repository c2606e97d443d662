import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { requirePermission } from "@/lib/require-permission";
import { may } from "@/lib/roles";
import type { UpdateDetection } from "@/lib/shadow-ai/schemas-triage";

/**
 * Refuses (403 `insufficient_scope`) who may not make a change to detections: to look into them is one thing, to say what
 * became of them another, and to allow a use a third, for which the others are told how to ask.
 */
export function requireStepPermission(ctx: Context, { status, resolution }: UpdateDetection): void {
  requirePermission(ctx, "shadow_ai:triage");
  if (status === "RESOLVED" || resolution !== undefined) requirePermission(ctx, "shadow_ai:resolve");
  if (resolution !== "APPROVED_EXCEPTION" || may(ctx, "exceptions:approve")) return;
  if (ctx.actor.kind === "user") {
    const message = `Your role, ${ctx.actor.role}, may not approve exceptions. Ask for one with POST /v1/shadow-ai/{id}/exception-request.`;
    throw new ServiceError("insufficient_scope", message, { members: { requiredPermission: "exceptions:approve" } });
  }
  requirePermission(ctx, "exceptions:approve");
}
