import { generateKey, keyHint } from "@/lib/api-keys/format";
import { hashKey } from "@/lib/api-keys/hash";
import { insertKey, type StoredKey } from "@/lib/api-keys/store";
import type { Context } from "@/lib/context";
import { recordCredentialChanges } from "@/lib/credentials";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";

/** Makes a key of the organisation's mode and stores its hash. Who issued it is recorded: they could act as the key. */
export async function issueKey(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  settings: Pick<StoredKey, "name" | "scopes" | "expiresAt">,
): Promise<{ key: string; stored: StoredKey }> {
  const nowMs = ctx.clock.now();
  const key = generateKey(ctx.organisation.livemode);
  const stored = await insertKey(tx, {
    ...settings,
    id: newId("apiKey", nowMs),
    organisationId: ctx.organisation.id,
    keyHash: hashKey(key),
    hint: keyHint(key),
    createdAt: new Date(nowMs),
  });
  await recordCredentialChanges(ctx, tx, [{ kind: "API_KEY_CREATED", accountId: stored.id }]);
  return { key, stored };
}
