import { randomBytes } from "node:crypto";
import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import { heldPeriods } from "@/lib/domains/legal-holds";
import { lockDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { UserPseudonyms } from "@/lib/domains/shadow-ai/schemas-users";
import {
  deleteOrphans,
  deleteUserKey,
  findUserKey,
  findUserKeys,
  hasPseudonymsIn,
  hasUserDays,
  insertUserKey,
  replaceUserKey,
} from "@/lib/domains/shadow-ai/users/user-store";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { type Reencryption, reencryptRows, underCurrentKey } from "@/lib/platform/database/reencryption";
import { log } from "@/lib/platform/telemetry/log";

/** Whether the service stores pseudonyms of users. */
export async function getUserPseudonyms({ organisation, tx }: Context): Promise<UserPseudonyms> {
  const enabledAt = (await findUserKey(tx, organisation.id))?.enabledAt.toISOString() ?? null;
  return { enabled: enabledAt !== null, enabledAt };
}

/**
 * Enables user pseudonyms under a new random key, or disables them: deletes the key and, within minutes, all pseudonyms.
 * Records the change on the chain. An unchanged value changes nothing.
 *
 * @throws `legal_hold` if a hold covers pseudonyms, and `conflict` while those of a previous key are being deleted.
 */
export async function updateUserPseudonyms(
  ctx: Context,
  { enabled }: Pick<UserPseudonyms, "enabled">,
): Promise<UserPseudonyms> {
  const organisationId = ctx.organisation.id;
  const after = await inTransaction(ctx.tx, async (tx) => {
    const holds = await heldPeriods(tx, organisationId);
    await lockDetections(tx, organisationId);
    const before = await getUserPseudonyms({ ...ctx, tx });
    if (before.enabled === enabled) return before;
    const enabledAt = new Date(ctx.clock.now());
    if (enabled) {
      if (await hasUserDays(tx, organisationId)) {
        const message = "The pseudonyms of the previous key are being deleted. Try again in a few minutes.";
        throw new ServiceError("conflict", message);
      }
      const key = encryptSecret(randomBytes(32).toString("base64"), contextOf(organisationId));
      await insertUserKey(tx, { organisationId, key, enabledAt });
    } else {
      if (await hasPseudonymsIn(tx, organisationId, holds)) {
        const message = "A legal hold covers user pseudonyms. Release it before you disable user pseudonyms.";
        throw new ServiceError("legal_hold", message);
      }
      await deleteUserKey(tx, organisationId);
    }
    await recordConfigurationChange(ctx, tx, {
      kind: "SHADOW_AI_USER_PSEUDONYMS",
      record: { table: "shadow_ai_user_keys", id: organisationId },
      payload: { enabled, ...(!enabled && { enabledAt: before.enabledAt, deleted: ["key", "pseudonyms"] }) },
    });
    return { enabled, enabledAt: enabled ? enabledAt.toISOString() : null };
  });
  if (!after.enabled && ctx.tx === undefined) await deleteOrphans(rowsMax);
  return after;
}

export interface UserKey {
  key: Uint8Array;
  /** Identifies the key. */
  enabledAt: Date;
}

/** The organisation's key; undefined if user pseudonyms are disabled, or the key cannot be decrypted. */
export async function openUserKey(tx: Transaction | undefined, organisationId: string): Promise<UserKey | undefined> {
  const stored = await findUserKey(tx, organisationId);
  if (!stored) return undefined;
  try {
    const key = Buffer.from(decryptSecret(stored.key, contextOf(organisationId)), "base64");
    return { key, enabledAt: stored.enabledAt };
  } catch (error) {
    log().warn(
      { err: error, organisationId },
      "the key of user pseudonyms could not be decrypted, so user names are dropped",
    );
    return undefined;
  }
}

/** Re-encrypts keys that are not under the current encryption key, while the service runs. */
export function reencryptUserKeys(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows(
    {
      find: findUserKeys,
      idOf: ({ organisationId }) => organisationId,
      reencrypt: async (stored) => {
        const after = underCurrentKey(stored.key, contextOf(stored.organisationId));
        return after !== stored.key && replaceUserKey(stored, after);
      },
    },
    report,
  );
}

/** Maximum number of rows deleted at once, and in one run of the sweep. */
const rowsMax = 20_000;
const partsMax = 50;

/** Deletes pseudonyms whose key was deleted. Returns their number. */
export async function sweepUserPseudonyms(): Promise<number> {
  let total = 0;
  for (let part = 0; part < partsMax; part++) {
    const count = await deleteOrphans(rowsMax);
    total += count;
    if (count < rowsMax) break;
  }
  return total;
}

function contextOf(organisationId: string): string {
  return `shadow-ai-user-key/${organisationId}`;
}
