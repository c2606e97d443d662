import type { AuditEvent } from "@/lib/audit-chain/schemas";

/** Who did what an event records, in a word; of an erased one nobody knows. */
export function actorName({ actor }: Pick<AuditEvent, "actor">): string {
  return actor ? (actor.displayName ?? actor.id) : "Erased";
}
