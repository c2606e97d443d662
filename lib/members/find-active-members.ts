import type { Clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { memberState } from "@/lib/members/member-state";
import { findMembersByIds } from "@/lib/members/store";

/** Of some members, by their ids, those who may sign in now: whom a mail about the organisation may reach. */
export async function findActiveMembers(
  tx: Transaction,
  organisationId: string,
  ids: string[],
  clock: Clock,
): Promise<{ id: string; email: string }[]> {
  const members = await findMembersByIds(tx, organisationId, ids);
  return members
    .filter((member) => memberState(member, clock.now()) === "ACTIVE")
    .map(({ id, email }) => ({ id, email }));
}
