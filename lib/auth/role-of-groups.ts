import type { Role } from "@/lib/roles";

/**
 * The role of somebody by the groups that an identity provider names: that of the first entry of the map whose group is
 * among them; undefined where none is. A claim may be a list, or one group as a text.
 */
export function roleOfGroups(claim: unknown, map: readonly { group: string; role: Role }[]): Role | undefined {
  const groups = new Set<unknown>(Array.isArray(claim) ? claim : [claim]);
  return map.find(({ group }) => groups.has(group))?.role;
}
