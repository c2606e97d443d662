import { randomBytes } from "node:crypto";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";
import { type Reencryption, reencryptRows, underCurrentKey } from "@/lib/platform/database/reencryption";

/** Signs our deliveries: 32 random bytes in base64, as Standard Webhooks 1.0 requires. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Signs deliveries from other products, which use the whole text as the key. */
export function generateReceivingSecret(): string {
  return `isec_${randomBytes(32).toString("base64url")}`;
}

/** The secrets that are valid now, decrypted, newest first. `previousSecret` is null once it has expired. */
export function openSecrets(
  { secret, previousSecret }: { secret: string; previousSecret: string | null },
  context: string,
): string[] {
  return [secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) => decryptSecret(sealed, context));
}

/** The columns of a deleted record. */
export const noSecrets = { secret: "", previousSecret: null, previousSecretExpiresAt: null };

interface Rotation {
  /** The new secret, in plain text. */
  secret: string;
  context: string;
  /** How long the current secret stays valid. An older one expires immediately. */
  overlapSeconds: number;
  nowMs: number;
}

/** The columns that a rotation changes. */
export function rotated(
  current: { secret: string; updatedAt: Date },
  { secret, context, overlapSeconds, nowMs }: Rotation,
) {
  const atMs = Math.max(nowMs, current.updatedAt.getTime());
  const overlap = { previousSecret: current.secret, previousSecretExpiresAt: new Date(atMs + overlapSeconds * 1_000) };
  return {
    ...(overlapSeconds > 0 ? overlap : { previousSecret: null, previousSecretExpiresAt: null }),
    secret: encryptSecret(secret, context),
    updatedAt: new Date(atMs),
  };
}

interface Sealed {
  secret: string;
  previousSecret: string | null;

  authorization?: string | null;
}

export interface SecretsRow extends Sealed {
  organisationId: string;
  id: string;
}

/** The secrets of a kind of record, in all organisations. */
export interface SecretsStore {
  /** Records with secrets by ID, after `afterId`. */
  find: (afterId: string, limit: number) => Promise<SecretsRow[]>;
  /** Replaces the secrets unless they have changed; returns false then. */
  replace: (before: SecretsRow, after: Sealed) => Promise<boolean>;
}

/** Re-encrypts the secrets that are not under the current key, while the service runs. */
export function reencryptSecrets(
  { find, replace }: SecretsStore,
  contextOf: (organisationId: string, id: string, kind: "signing" | "authorization") => string,
  report: (soFar: Reencryption) => void,
): Promise<Reencryption> {
  async function reencrypt(row: SecretsRow): Promise<boolean> {
    const { organisationId, id, secret, previousSecret, authorization } = row;
    const context = contextOf(organisationId, id, "signing");
    const after: Sealed = {
      secret: underCurrentKey(secret, context),
      previousSecret: previousSecret && underCurrentKey(previousSecret, context),
      ...(authorization && {
        authorization: underCurrentKey(authorization, contextOf(organisationId, id, "authorization")),
      }),
    };
    const isSame = Object.entries(after).every(([column, sealed]) => row[column as keyof Sealed] === sealed);
    return isSame ? false : replace(row, after);
  }
  return reencryptRows({ find, idOf: ({ id }) => id, reencrypt }, report);
}
