import type { StoredOverride as OverrideDocument } from "@/lib/shadow-ai/schemas-catalogue";
import type { StoredOverride } from "@/lib/shadow-ai/settings-store";

/** A stored override as callers see it. */
export function toOverride({ host, override, updatedAt }: StoredOverride): OverrideDocument {
  return { host, override, updatedAt: updatedAt.toISOString() };
}
