import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { queueMail } from "@/lib/mail";
import type { MailedDetection } from "@/lib/mail/templates/detection";
import { detectionAssignedMail } from "@/lib/mail/templates/detection-assigned";
import { detectionReopenedMail } from "@/lib/mail/templates/detection-reopened";
import { findOrganisation } from "@/lib/organisations";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";

type Mailer = Pick<Context, "organisation" | "actor" | "clock">;

/** Tells new assignees, one mail each however many detections they were given. Who takes one needs no mail about it. */
export async function mailAssigned(
  ctx: Mailer,
  tx: Transaction,
  steps: { before: StoredDetection; after: StoredDetection }[],
): Promise<void> {
  const self = ctx.actor.kind === "user" ? ctx.actor.email : null;
  const given = steps.flatMap(({ before, after }) => (after.assignedTo === before.assignedTo ? [] : [after]));
  const others = given.filter(({ assignedTo }) => assignedTo !== self);
  await mailEach(ctx, tx, others, "detection-assigned", detectionAssignedMail);
}

/** Tells the assignees of detections that the service opened again, one mail each. */
export async function mailReopened(ctx: Mailer, tx: Transaction, detections: StoredDetection[]): Promise<void> {
  await mailEach(ctx, tx, detections, "detection-reopened", detectionReopenedMail);
}

async function mailEach(
  { organisation: { id: organisationId }, clock }: Mailer,
  tx: Transaction,
  detections: StoredDetection[],
  template: string,
  render: typeof detectionAssignedMail,
): Promise<void> {
  const byAssignee = groupByAssignee(detections);
  if (byAssignee.size === 0) return;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return;
  for (const [to, theirs] of byAssignee) {
    const mail = render({ organisation, detections: theirs.map(toMailed), publicUrl: env().PUBLIC_URL });
    await queueMail(tx, { organisationId, to, template, ...mail }, clock);
  }
}

function groupByAssignee(detections: StoredDetection[]): Map<string, StoredDetection[]> {
  const groups = new Map<string, StoredDetection[]>();
  for (const stored of detections) {
    if (stored.assignedTo === null) continue;
    groups.set(stored.assignedTo, [...(groups.get(stored.assignedTo) ?? []), stored]);
  }
  return groups;
}

function toMailed(stored: StoredDetection): MailedDetection {
  const { id, provider, endpoint, severity, status, department, reopenedFor } = stored;
  return { id, provider, endpoint, severity, status, department, reopenedFor, score: stored.score };
}
