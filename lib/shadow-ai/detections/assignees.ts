import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { findMemberAddresses, findSignInMembers } from "@/lib/members";
import { findAllowances } from "@/lib/organisations";
import type { Assignees } from "@/lib/shadow-ai/schemas-triage";

type Caller = Pick<Context, "organisation" | "clock">;

/** Records with whether each is assigned to an active member: null where it is assigned to no one. */
export async function withMembership<T extends { assignedTo: string | null }>(
  { organisation, clock }: Caller,
  tx: Transaction | undefined,
  records: T[],
): Promise<(T & { assigneeIsMember: boolean | null })[]> {
  const addresses = records.flatMap(({ assignedTo }) => (assignedTo === null ? [] : [assignedTo]));
  const members = await findMemberAddresses(tx, organisation.id, addresses, new Date(clock.now()));
  return records.map((record) => ({
    ...record,
    assigneeIsMember: record.assignedTo === null ? null : members.has(record.assignedTo.toLowerCase()),
  }));
}

/** Refuses (422 `not_a_member`) an address that is not a member's where the organisation assigns to members only. */
export async function requireAssignable(
  { organisation, clock }: Caller,
  tx: Transaction,
  assignedTo: string | null | undefined,
): Promise<void> {
  if (assignedTo === null || assignedTo === undefined) return;
  if (!(await findAllowances(tx, organisation.id))?.assignToMembersOnly) return;
  const members = await findMemberAddresses(tx, organisation.id, [assignedTo], new Date(clock.now()));
  if (members.has(assignedTo.toLowerCase())) return;
  const message = `${assignedTo} is not an active member. This organisation assigns detections to its members only.`;
  throw new ServiceError("not_a_member", message, {
    details: [{ path: "assignedTo", message: "is not an active member" }],
  });
}

/** Whom detections can be assigned to: the members who can sign in, and whether any other address is accepted. */
export async function listAssignees({ organisation, clock, tx }: Context): Promise<Assignees> {
  const members = await findSignInMembers(tx, organisation.id, new Date(clock.now()));
  const allowances = await inTransaction(tx, (inner) => findAllowances(inner, organisation.id));
  return { data: members, membersOnly: allowances?.assignToMembersOnly ?? false };
}
