import { findSecrets, replaceSecrets, type StoredSecrets } from "@/lib/audit-streams/secrets-store";
import { secretContext } from "@/lib/audit-streams/stream-secrets";
import { type Reencryption, reencryptRows, underCurrentKey } from "@/lib/reencryption";

/** Encrypts what all organisations' streams keep secret anew where it is not under the current key, while the service runs. */
export function reencryptStreamSecrets(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findSecrets, idOf: ({ streamId }) => streamId, reencrypt }, tell);
}

async function reencrypt(stored: StoredSecrets): Promise<boolean> {
  const { organisationId, streamId, secret, previousSecret, authorization } = stored;
  const signing = secretContext(organisationId, streamId, "signing");
  const after = {
    secret: underCurrentKey(secret, signing),
    previousSecret: previousSecret === null ? null : underCurrentKey(previousSecret, signing),
    authorization:
      authorization === null
        ? null
        : underCurrentKey(authorization, secretContext(organisationId, streamId, "authorization")),
  };
  const isSame = after.secret === secret && after.previousSecret === previousSecret;
  if (isSame && after.authorization === authorization) return false;
  return replaceSecrets(stored, after);
}
