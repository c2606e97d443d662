import { randomBytes } from "node:crypto";
import { encryptSecret } from "@/lib/encryption";

/** A new signing secret: `whsec_` and 32 random bytes in standard base64. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** What a signing secret is encrypted for: it decrypts for no other endpoint. */
export function secretContext(organisationId: string, endpointId: string): string {
  return `webhook-endpoint/${organisationId}/${endpointId}`;
}

/** A signing secret as it is stored. */
export function sealSigningSecret(secret: string, organisationId: string, endpointId: string): string {
  return encryptSecret(secret, secretContext(organisationId, endpointId));
}
