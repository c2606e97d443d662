import type { StoredOverride } from "@/lib/shadow-ai/organisation/settings-store";
import type { StoredOverride as OverrideDocument } from "@/lib/shadow-ai/schemas-catalogue";

/** A stored override as callers see it. */
export function toOverride({ host, override, updatedAt }: StoredOverride): OverrideDocument {
  return { host, override, updatedAt: updatedAt.toISOString() };
}
