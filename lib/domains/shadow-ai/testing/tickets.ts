import type { DetectionTicket } from "@/lib/domains/shadow-ai/schemas-tickets";
import { insertClaim } from "@/lib/domains/shadow-ai/tickets/ticket-store";
import { completeTicket } from "@/lib/domains/shadow-ai/tickets/tickets";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction } from "@/lib/platform/database/db";

/** Stores a ticket of a detection as if Jira had created it. */
export async function makeTicket(ctx: Context, detectionId: string, integrationId: string): Promise<DetectionTicket> {
  const now = new Date(ctx.clock.now());
  const claim = await inTransaction(undefined, (tx) =>
    insertClaim(tx, {
      ...{ id: newId("ticket", now.getTime()), organisationId: ctx.organisation.id, detectionId, integrationId },
      ...{ system: "JIRA", claimedAt: now, claimedUntil: now },
    }),
  );
  return completeTicket(ctx, claim, { key: "RISK-42", url: "https://bank.atlassian.net/browse/RISK-42" });
}
