import { forgetKey } from "@/lib/api-keys/authenticate-key";
import { lockKey, updateKey } from "@/lib/api-keys/store";
import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";

/**
 * Ends a key for good: at once in this process, within five seconds in every other. To revoke a revoked key changes
 * nothing.
 */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const keyHash = await inTransaction(ctx.tx, async (tx) => {
    const key = await lockKey(tx, ctx.organisation.id, id);
    if (!key) throw notFound("API key");
    if (key.revokedAt) return key.keyHash;
    await updateKey(tx, ctx.organisation.id, id, { revokedAt: new Date(ctx.clock.now()) });
    const expiresAt = key.expiresAt?.toISOString() ?? null;
    await appendInTransaction(ctx, tx, [
      {
        eventType: "CONFIG_CHANGE",
        payload: { kind: "API_KEY_REVOKED", keyId: id, name: key.name, scopes: key.scopes, expiresAt },
        records: [{ table: "api_keys", id }],
      },
    ]);
    return key.keyHash;
  });
  forgetKey(keyHash);
}
