import { keyStatus } from "@/lib/api-keys/key-status";
import type { ApiKey } from "@/lib/api-keys/schemas";
import type { StoredKey } from "@/lib/api-keys/store";
import type { Context } from "@/lib/context";

/** A stored key as callers see it now. */
export function toApiKey(ctx: Pick<Context, "organisation" | "clock">, key: StoredKey): ApiKey {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    livemode: ctx.organisation.livemode,
    scopes: key.scopes,
    status: keyStatus(key, ctx.clock.now()),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    replacedById: key.replacedById,
  };
}
