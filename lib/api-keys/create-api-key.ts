import { issueKey } from "@/lib/api-keys/issue-key";
import { requireOwnScopes } from "@/lib/api-keys/require-own-scopes";
import type { CreateApiKey, CreatedApiKey } from "@/lib/api-keys/schemas";
import { toApiKey } from "@/lib/api-keys/to-api-key";
import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { validationFailed } from "@/lib/errors";

/**
 * Makes a key; `key` is nowhere to be had again. Throws `insufficient_scope` for scopes that the caller lacks,
 * `validation_failed`.
 */
export async function createApiKey(ctx: Context, input: CreateApiKey): Promise<CreatedApiKey & { key: string }> {
  requireOwnScopes(ctx, input.scopes);
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt);
  if (expiresAt && expiresAt.getTime() <= ctx.clock.now()) {
    throw validationFailed([{ path: "expiresAt", message: "must be in the future" }]);
  }
  return inTransaction(ctx.tx, async (tx) => {
    const { key, stored } = await issueKey(ctx, tx, { name: input.name, scopes: input.scopes, expiresAt });
    const created = toApiKey(ctx, stored);
    const { id: keyId, name, scopes } = created;
    await appendInTransaction(ctx, tx, [
      {
        eventType: "CONFIG_CHANGE",
        payload: { kind: "API_KEY_CREATED", keyId, name, scopes, expiresAt: created.expiresAt },
        records: [{ table: "api_keys", id: keyId }],
      },
    ]);
    return { ...created, key };
  });
}
