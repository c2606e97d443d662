import { type NotifiedEvent, notificationDays, notifyMembers, wereNotifiedSince } from "@/lib/domains/notifications";
import { type Organisation, sweepOrganisations } from "@/lib/domains/organisations";
import { dayMs, dueAt } from "@/lib/domains/shadow-ai/detections/deadlines";
import {
  findOverdueAssigned,
  findOverdueUnassigned,
  type OverdueUnassigned,
} from "@/lib/domains/shadow-ai/detections/overdue-store";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";

/** Detections read at a time. */
const detectionsMax = 500;

/**
 * Notifies the assignees of detections that have become overdue, once for each due date, in the next `limit`
 * organisations after an ID. Of unassigned detections, notifies the members who can decide them, once for each due day
 * and at most once a day. A failure of one organisation does not stop the others.
 *
 * @returns the last ID, or undefined at the end. Maintenance over all organisations.
 */
export async function notifyOverdue(
  clock: Clock,
  page: { after: string; limit: number },
): Promise<{ after: string | undefined }> {
  return sweepOrganisations(page, "could not notify members of overdue detections", (organisation) =>
    notifyOverdueOf(organisation, clock),
  );
}

/** Shorter than the retention of notifications, so that a deleted notification is not written again. */
const overdueMaxMs = (notificationDays - 30) * dayMs;

/** Detections that have been overdue for longer are skipped. */
async function notifyOverdueOf(organisation: Organisation, clock: Clock): Promise<void> {
  const ctx = { organisation, actor: { kind: "system", id: "shadow-ai" } as const, clock };
  const { slaDays } = await findSettings(undefined, organisation.id);
  const deadlines = { slaDays, nowMs: clock.now() };
  for (let afterId: string | undefined = ""; afterId !== undefined; ) {
    const overdue = await findOverdueAssigned(organisation.id, deadlines, {
      ...{ overdueMs: overdueMaxMs, afterId, take: detectionsMax },
    });
    const events = overdue.flatMap((detection) => {
      const due = dueAt(detection, slaDays)?.toISOString();
      if (due === undefined) return [];
      const { id, provider, endpoint, severity, assignedTo } = detection;
      const facts = { provider, endpoint, severity, dueAt: due };
      return [
        {
          ...{ kind: "DETECTION_OVERDUE" as const, to: assignedTo, subjectId: id, facts },
          sourceKey: `overdue ${id} ${due}`,
        },
      ];
    });
    await inTransaction(undefined, (tx) => notifyMembers(ctx, tx, events));
    afterId = overdue.length < detectionsMax ? undefined : overdue.at(-1)?.id;
  }
  const unassigned = await findOverdueUnassigned(organisation.id, deadlines);
  if (!unassigned || unassigned.lastDueAt.getTime() < deadlines.nowMs - overdueMaxMs) return;
  // After missed runs, the detections of several days can be decided on one day.
  const today = { prefix: unassignedKey, since: new Date(Math.floor(deadlines.nowMs / dayMs) * dayMs) };
  await inTransaction(undefined, async (tx) => {
    if (await wereNotifiedSince(tx, organisation.id, today)) return;
    await notifyMembers(ctx, tx, [unassignedEvent(unassigned)]);
  });
}

const unassignedKey = "overdue unassigned ";

/** One notification for each day, because a log import can open thousands of detections. */
function unassignedEvent({ firstDueAt, lastDueAt, ...overdue }: OverdueUnassigned): NotifiedEvent {
  const dueAt = lastDueAt.toISOString();
  return {
    kind: "DETECTION_OVERDUE",
    ...{ subjectId: null, permission: "shadow_ai:resolve" },
    facts: { unassigned: true, ...overdue, firstDueAt: firstDueAt.toISOString(), dueAt },
    sourceKey: `${unassignedKey}${dueAt.slice(0, 10)}`,
  };
}
