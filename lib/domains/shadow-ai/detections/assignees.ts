import { findSignInMembers, requireMember } from "@/lib/domains/members";
import { type NotifiedEvent, notifyMembers } from "@/lib/domains/notifications";
import { findAllowances, findOrganisation } from "@/lib/domains/organisations";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { Assignees } from "@/lib/domains/shadow-ai/schemas-triage";
import { env } from "@/lib/platform/config/env";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { queueMail } from "@/lib/platform/mail";
import { detectionAssignedMail, detectionReopenedMail } from "@/lib/platform/mail/templates/shadow-ai-mails";

type Caller = Pick<Context, "organisation" | "clock">;

/** Throws `not_a_member` (422) if the organisation only assigns to members and the address is not a member's. */
export async function requireAssignable(
  ctx: Caller,
  tx: Transaction,
  assignedTo: string | null | undefined,
): Promise<void> {
  if (assignedTo === null || assignedTo === undefined) return;
  if (!(await findAllowances(tx, ctx.organisation.id))?.assignToMembersOnly) return;
  await requireMember(ctx, tx, assignedTo, "In this organisation, detections can only be assigned to members.");
}

/** Members who can sign in, and whether detections can only be assigned to members. */
export async function listAssignees({ organisation, clock, tx }: Context): Promise<Assignees> {
  const members = await findSignInMembers(tx, organisation.id, new Date(clock.now()));
  const allowances = await inTransaction(tx, (inner) => findAllowances(inner, organisation.id));
  return { data: members, membersOnly: allowances?.assignToMembersOnly ?? false };
}

type Mailer = Pick<Context, "organisation" | "actor" | "clock">;

/**
 * Notifies new assignees: one e-mail each, and in the dashboard if they are members. Users who assign a detection to
 * themselves are not notified.
 */
export async function notifyAssigned(
  ctx: Mailer,
  tx: Transaction,
  steps: { before: StoredDetection; after: StoredDetection }[],
): Promise<void> {
  const self = ctx.actor.kind === "user" ? ctx.actor.email.toLowerCase() : undefined;
  const given = steps.flatMap(({ before, after }) => (after.assignedTo === before.assignedTo ? [] : [after]));
  const others = given.filter(({ assignedTo }) => assignedTo?.toLowerCase() !== self);
  await mailEach(ctx, tx, others, "detection-assigned", detectionAssignedMail);
  await notifyMembers(
    ctx,
    tx,
    groupByAssignee(others).flatMap(({ to, theirs }) => assignmentOf(ctx, to, theirs)),
  );
}

/** One notification for all detections that are assigned to someone in one step. */
function assignmentOf({ actor }: Mailer, to: string, [first, ...others]: StoredDetection[]): NotifiedEvent[] {
  if (!first) return [];
  const { id, provider, endpoint, severity, updatedAt } = first;
  const assignedBy = actor.kind === "user" ? actor.name : actor.kind === "api-key" ? `the API key ${actor.name}` : null;
  return [
    {
      kind: "DETECTION_ASSIGNED",
      to,
      subjectId: others.length === 0 ? id : null,
      facts: { provider, endpoint, severity, count: others.length + 1, assignedBy },
      sourceKey: `assigned ${id} ${updatedAt.toISOString()}`,
    },
  ];
}

/** Notifies the assignees of detections that the service reopened, one e-mail each. */
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
  if (byAssignee.length === 0) return;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return;
  for (const { to, theirs } of byAssignee) {
    const mail = render({ organisation, detections: theirs, publicUrl: env().PUBLIC_URL });
    await queueMail(tx, { organisationId, to, template, ...mail }, clock);
  }
}

/** Addresses are stored as they were entered, so they are compared in lower case. */
function groupByAssignee(detections: StoredDetection[]): { to: string; theirs: StoredDetection[] }[] {
  const groups = new Map<string, { to: string; theirs: StoredDetection[] }>();
  for (const stored of detections) {
    const { assignedTo: to } = stored;
    if (to === null) continue;
    const group = groups.get(to.toLowerCase());
    if (group) group.theirs.push(stored);
    else groups.set(to.toLowerCase(), { to, theirs: [stored] });
  }
  return [...groups.values()];
}
