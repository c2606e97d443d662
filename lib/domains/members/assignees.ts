import { findNamesByAddress } from "@/lib/domains/members/store";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import type { Transaction } from "@/lib/platform/database/db";

type Caller = Pick<Context, "organisation" | "clock">;

interface Assigned {
  assignedTo: string | null;
}

/** Adds whether each assignee is an active member: null if unassigned. */
export async function withMembership<T extends Assigned>(
  caller: Caller,
  tx: Transaction | undefined,
  records: T[],
): Promise<(T & { assigneeIsMember: boolean | null })[]> {
  const nameOf = await namesOf(caller, tx, records);
  return records.map((record) => ({ ...record, assigneeIsMember: isMember(record, nameOf) }));
}

/** The same, and adds the name of each assignee: null if unassigned or not an active member. */
export async function withAssignees<T extends Assigned>(
  caller: Caller,
  tx: Transaction | undefined,
  records: T[],
): Promise<(T & { assigneeIsMember: boolean | null; assigneeName: string | null })[]> {
  const nameOf = await namesOf(caller, tx, records);
  return records.map((record) => ({
    ...record,
    ...{ assigneeIsMember: isMember(record, nameOf), assigneeName: nameOf(record) },
  }));
}

type NameOf = (record: Assigned) => string | null;

async function namesOf(
  { organisation, clock }: Caller,
  tx: Transaction | undefined,
  records: Assigned[],
): Promise<NameOf> {
  const addresses = records.flatMap(({ assignedTo }) => assignedTo ?? []);
  const names = await findNamesByAddress(tx, organisation.id, addresses, new Date(clock.now()));
  return ({ assignedTo }) => names.get(assignedTo?.toLowerCase() ?? "") ?? null;
}

function isMember(record: Assigned, nameOf: NameOf): boolean | null {
  return record.assignedTo === null ? null : nameOf(record) !== null;
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
  const members = await findNamesByAddress(tx, organisation.id, [assignedTo], new Date(clock.now()));
  if (members.has(assignedTo.toLowerCase())) return;
  throw new ServiceError("not_a_member", `${assignedTo} is not an active member. ${rule}`, {
    details: [{ path: "assignedTo", message: "is not an active member" }],
  });
}
