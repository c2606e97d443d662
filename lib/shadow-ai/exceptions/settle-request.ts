import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { deciderOf } from "@/lib/shadow-ai/exceptions/four-eyes";
import { mailDecided } from "@/lib/shadow-ai/exceptions/mail-people";
import { endRequest, type StoredRequest } from "@/lib/shadow-ai/exceptions/request-store";

/**
 * Approves the request that waited for the exception which somebody just approved, and tells the requester. The event that
 * tells of the step names the request.
 */
export async function settleRequest(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  { request, after, note }: { request: StoredRequest; after: StoredDetection; note: string | null },
): Promise<void> {
  const stored = await endRequest(tx, request, {
    status: "APPROVED",
    ...deciderOf(ctx.actor),
    decidedAt: new Date(ctx.clock.now()),
    decisionNote: note,
  });
  // Whoever approves may have set another end.
  await mailDecided(ctx, tx, { ...stored, expiresAt: after.exceptionExpiresAt ?? stored.expiresAt }, after);
}
