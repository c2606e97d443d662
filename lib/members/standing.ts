import type { StoredMember } from "@/lib/members/store";
import type { Role } from "@/lib/roles";

/** What an administrator decides of a member, as the chain says it. */
export interface Standing {
  role: Role;
  disabled: boolean;
  accessExpiresAt: string | null;
}

export function standingOf({
  role,
  disabledAt,
  accessExpiresAt,
}: Pick<StoredMember, "role" | "disabledAt" | "accessExpiresAt">): Standing {
  return { role, disabled: disabledAt !== null, accessExpiresAt: accessExpiresAt?.toISOString() ?? null };
}
