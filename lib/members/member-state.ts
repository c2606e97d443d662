import type { StoredMember } from "@/lib/members/store";

/** What a member may be asked in: whether the door is open to them. */
export type MemberState = "ACTIVE" | "INVITED" | "DISABLED" | "EXPIRED";

/** The state of a member at a time. Being disabled outweighs an access that has ended, and that an open invitation. */
export function memberState(
  member: Pick<StoredMember, "disabledAt" | "accessExpiresAt" | "joinedAt">,
  nowMs: number,
): MemberState {
  if (member.disabledAt !== null) return "DISABLED";
  if (member.accessExpiresAt !== null && member.accessExpiresAt.getTime() <= nowMs) return "EXPIRED";
  return member.joinedAt === null ? "INVITED" : "ACTIVE";
}
