import { randomBytes } from "node:crypto";
import { decryptSecret, encryptSecret } from "@/lib/encryption";

/** A new secret: `isec_` and 32 random bytes in base64url. The products take any text, and use all of it as the key. */
export function generateSecret(): string {
  return `isec_${randomBytes(32).toString("base64url")}`;
}

/** What a secret is encrypted for: it decrypts for no other integration. */
export function secretContext(organisationId: string, integrationId: string): string {
  return `integration/${organisationId}/${integrationId}`;
}

/** A secret as it is stored. */
export function sealSecret(secret: string, organisationId: string, integrationId: string): string {
  return encryptSecret(secret, secretContext(organisationId, integrationId));
}

/** What a delivery may be signed with. */
interface SealedSecrets {
  id: string;
  organisationId: string;
  secret: string;
  previousSecret: string | null;
  previousSecretExpiresAt: Date | null;
}

/** The secrets that deliveries may be signed with now, in clear, the newest first. */
export function openSecrets(stored: SealedSecrets, nowMs: number): string[] {
  const { id, organisationId, secret, previousSecret, previousSecretExpiresAt } = stored;
  const context = secretContext(organisationId, id);
  const overlaps = previousSecret !== null && (previousSecretExpiresAt?.getTime() ?? 0) > nowMs;
  return [secret, ...(overlaps ? [previousSecret] : [])].map((sealed) => decryptSecret(sealed, context));
}
