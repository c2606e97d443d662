import { secretContext } from "@/lib/integrations/secret";
import { findSecrets, replaceSecrets, type StoredSecrets } from "@/lib/integrations/secrets-store";
import { type Reencryption, reencryptRows, underCurrentKey } from "@/lib/reencryption";

/** Encrypts the secrets of all organisations' integrations anew that are not under the current key, while the service runs. */
export function reencryptIntegrationSecrets(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findSecrets, idOf: ({ id }) => id, reencrypt }, tell);
}

async function reencrypt(stored: StoredSecrets): Promise<boolean> {
  const { organisationId, id, secret, previousSecret } = stored;
  const context = secretContext(organisationId, id);
  const after = {
    secret: underCurrentKey(secret, context),
    previousSecret: previousSecret === null ? null : underCurrentKey(previousSecret, context),
  };
  if (after.secret === secret && after.previousSecret === previousSecret) return false;
  return replaceSecrets(stored, after);
}
