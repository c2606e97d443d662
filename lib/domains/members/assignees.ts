import { findMemberAddresses } from "@/lib/domains/members/store";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import type { Transaction } from "@/lib/platform/database/db";

type Caller = Pick<Context, "organisation" | "clock">;

/** Adds whether each assignee is an active member: null if unassigned. */
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

/**
 * Checks that an assignee is an active member.
 *
 * @param rule the sentence in the error that states who can be assigned.
 * @throws `not_a_member`, naming `assignedTo`.
 */
export async function requireMember(
  { organisation, clock }: Caller,
  tx: Transaction,
  assignedTo: string,
  rule: string,
): Promise<void> {
  const members = await findMemberAddresses(tx, organisation.id, [assignedTo], new Date(clock.now()));
  if (members.has(assignedTo.toLowerCase())) return;
  throw new ServiceError("not_a_member", `${assignedTo} is not an active member. ${rule}`, {
    details: [{ path: "assignedTo", message: "is not an active member" }],
  });
}
