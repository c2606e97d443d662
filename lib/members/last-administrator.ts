import type { Transaction } from "@/lib/db";
import { memberState } from "@/lib/members/member-state";
import { countOtherAdmins, type StoredMember } from "@/lib/members/store";

/**
 * Whether a change would leave the organisation without anybody to administer it, and so without anybody to change that.
 * An access that is given an end counts as ended. To be asked under the lock of the administration.
 */
export async function leavesNoAdministrator(
  tx: Transaction,
  before: StoredMember,
  after: StoredMember,
  nowMs: number,
): Promise<boolean> {
  const administers = (member: StoredMember) => member.role === "ADMIN" && memberState(member, nowMs) === "ACTIVE";
  const staysOn = administers(after) && (after.accessExpiresAt === null || before.accessExpiresAt !== null);
  if (!administers(before) || staysOn) return false;
  return (await countOtherAdmins(tx, before.organisationId, before.id, new Date(nowMs))) === 0;
}
