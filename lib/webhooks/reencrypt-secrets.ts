import { type Reencryption, reencryptRows, underCurrentKey } from "@/lib/reencryption";
import { findSecrets, replaceSecrets, type StoredSecrets } from "@/lib/webhooks/secrets-store";
import { secretContext } from "@/lib/webhooks/signing-secret";

/** Encrypts the signing secrets of all organisations' endpoints anew that are not under the current key, while the service runs. */
export function reencryptEndpointSecrets(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findSecrets, idOf: ({ endpointId }) => endpointId, reencrypt }, tell);
}

async function reencrypt(stored: StoredSecrets): Promise<boolean> {
  const { organisationId, endpointId, secret, previousSecret } = stored;
  const context = secretContext(organisationId, endpointId);
  const after = {
    secret: underCurrentKey(secret, context),
    previousSecret: previousSecret === null ? null : underCurrentKey(previousSecret, context),
  };
  if (after.secret === secret && after.previousSecret === previousSecret) return false;
  return replaceSecrets(stored, after);
}
