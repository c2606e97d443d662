import { decryptSecret, encryptSecret } from "@/lib/encryption";

/** What a stream keeps that nobody may read: its signing secrets, and what it shows its receiver. */
type Kind = "signing" | "authorization";

/** What a secret is encrypted for: it decrypts for no other stream, and as nothing else of it. */
export function secretContext(organisationId: string, streamId: string, kind: Kind): string {
  return `audit-stream/${organisationId}/${streamId}/${kind}`;
}

export function sealStreamSecret(secret: string, organisationId: string, streamId: string, kind: Kind): string {
  return encryptSecret(secret, secretContext(organisationId, streamId, kind));
}

export function openStreamSecret(sealed: string, organisationId: string, streamId: string, kind: Kind): string {
  return decryptSecret(sealed, secretContext(organisationId, streamId, kind));
}
