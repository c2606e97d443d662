import type { Context } from "@/lib/context";
import { endingMs } from "@/lib/shadow-ai/detections/deadlines";
import { deadlinesOf } from "@/lib/shadow-ai/detections/list-detections";
import { findQueue, type Queue } from "@/lib/shadow-ai/detections/queue-store";

/**
 * What waits for people: detections that are overdue, those that are due within seven days, those that whoever asks looks
 * into, exceptions that end within 14 days, and requests for exceptions that nobody has decided.
 */
export async function readQueue(ctx: Context): Promise<Queue> {
  const deadlines = await deadlinesOf(ctx);
  return findQueue(ctx.organisation.id, {
    deadlines,
    assignee: ctx.actor.kind === "user" ? ctx.actor.email : undefined,
    endingBy: new Date(deadlines.nowMs + endingMs),
  });
}
