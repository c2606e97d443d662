import { forgetKey } from "@/lib/api-keys/authenticate-key";
import { issueKey } from "@/lib/api-keys/issue-key";
import { keyStatus } from "@/lib/api-keys/key-status";
import { requireOwnScopes } from "@/lib/api-keys/require-own-scopes";
import type { CreatedApiKey, RotateApiKey } from "@/lib/api-keys/schemas";
import { lockKey, type StoredKey, updateKey } from "@/lib/api-keys/store";
import { toApiKey } from "@/lib/api-keys/to-api-key";
import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";

/**
 * Makes a key with the name and scopes of another, which still works for the overlap, but not past its own expiry. A key
 * that was made to expire is followed by one that lives as long from now. Throws `invalid_transition` for a key that is
 * revoked, expired or was rotated before, `insufficient_scope` for one with scopes that the caller lacks.
 */
export async function rotateApiKey(
  ctx: Context,
  id: string,
  input: RotateApiKey,
): Promise<CreatedApiKey & { key: string }> {
  const rotated = await inTransaction(ctx.tx, async (tx) => {
    const old = await lockKey(tx, ctx.organisation.id, id);
    if (!old) throw notFound("API key");
    const nowMs = ctx.clock.now();
    refuseUnlessInUse(old, nowMs);
    const { name, scopes } = old;
    requireOwnScopes(ctx, scopes);
    const { key, stored } = await issueKey(ctx, tx, { name, scopes, expiresAt: successorExpiry(old, nowMs) });
    const end = new Date(Math.min(nowMs + input.overlapSeconds * 1000, old.expiresAt?.getTime() ?? Infinity));
    await updateKey(tx, ctx.organisation.id, id, { expiresAt: end, replacedById: stored.id });
    const created = toApiKey(ctx, stored);
    await appendInTransaction(ctx, tx, [
      {
        eventType: "CONFIG_CHANGE",
        payload: {
          kind: "API_KEY_ROTATED",
          keyId: id,
          name,
          scopes,
          expiresAt: end.toISOString(),
          replacedById: created.id,
          replacementExpiresAt: created.expiresAt,
        },
        records: [id, created.id].map((keyId) => ({ table: "api_keys", id: keyId })),
      },
    ]);
    return { keyHash: old.keyHash, answer: { ...created, key } };
  });
  forgetKey(rotated.keyHash);
  return rotated.answer;
}

function refuseUnlessInUse(key: StoredKey, nowMs: number): void {
  const status = keyStatus(key, nowMs);
  if (status !== "ACTIVE") {
    throw new ServiceError("invalid_transition", `The API key is ${status.toLowerCase()}. Create a new one instead.`);
  }
  if (key.replacedById !== null) {
    throw new ServiceError("invalid_transition", `The API key was rotated before, to ${key.replacedById}.`);
  }
}

/** The last point in time that the contract's form of timestamps can say. */
const endOfTimeMs = Date.parse("9999-12-31T23:59:59.999Z");

function successorExpiry(old: StoredKey, nowMs: number): Date | null {
  if (!old.expiresAt) return null;
  const lifetimeMs = old.expiresAt.getTime() - old.createdAt.getTime();
  return new Date(Math.min(nowMs + lifetimeMs, endOfTimeMs));
}
