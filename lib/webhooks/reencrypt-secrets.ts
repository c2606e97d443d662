import { decryptSecret, encryptSecret, isUnderCurrentKey } from "@/lib/encryption";
import { findSecrets, replaceSecrets, type StoredSecrets } from "@/lib/webhooks/secrets-store";
import { secretContext } from "@/lib/webhooks/signing-secret";

/** How far a re-encryption came. */
export interface Reencryption {
  /** Endpoints looked at. */
  seen: number;
  /** Endpoints whose secrets were encrypted anew. */
  changed: number;
  /** Endpoints whose secrets could not be read, with why. They are left as they are. */
  failed: { endpointId: string; reason: string }[];
}

const batchSize = 200;

/**
 * Encrypts the signing secrets of all organisations anew that are not under the current key, batch by batch while the
 * service runs: what is changed meanwhile is left to its change, which encrypts under the current key itself. Tells how far
 * it is after each batch.
 */
export async function reencryptEndpointSecrets(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  const result: Reencryption = { seen: 0, changed: 0, failed: [] };
  let afterId = "";
  for (;;) {
    const batch = await findSecrets(afterId, batchSize);
    for (const stored of batch) {
      result.seen += 1;
      try {
        if (await reencrypt(stored)) result.changed += 1;
      } catch (error) {
        result.failed.push({ endpointId: stored.endpointId, reason: (error as Error).message });
      }
    }
    tell(result);
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return result;
    afterId = last.endpointId;
  }
}

async function reencrypt(stored: StoredSecrets): Promise<boolean> {
  const { organisationId, endpointId, secret, previousSecret } = stored;
  const context = secretContext(organisationId, endpointId);
  const anew = (text: string) =>
    isUnderCurrentKey(text) ? text : encryptSecret(decryptSecret(text, context), context);
  const after = { secret: anew(secret), previousSecret: previousSecret === null ? null : anew(previousSecret) };
  if (after.secret === secret && after.previousSecret === previousSecret) return false;
  return replaceSecrets(stored, after);
}
