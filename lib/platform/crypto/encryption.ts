import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { singleton } from "@/lib/platform/core/singleton";
import { type Keyring, readKeyring } from "@/lib/platform/crypto/encryption-keys";

export { replaceKeyFile } from "@/lib/platform/crypto/encryption-keys";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** `v1.<key id>.<iv>.<ciphertext and tag>`, the last two in base64url without padding. */
const form = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;

/**
 * Encrypts text with AES-256-GCM (NIST SP 800-38D) under the current key and a random 96-bit IV. `context` identifies
 * the record (`webhook-endpoint/org_…/wh_…`) and is authenticated, so the ciphertext does not decrypt in another row.
 */
export function encryptSecret(plaintext: string, context: string): string {
  const { id, bytes } = reloadKeyring().current;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, bytes, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1.${id}.${iv.toString("base64url")}.${sealed.toString("base64url")}`;
}

/** Decrypts text under any known key. Throws an Error that does not reveal the content. */
export function decryptSecret(ciphertext: string, context: string): string {
  const { keyId, iv, sealed } = parse(ciphertext);
  const key = known().keyring.all.get(keyId) ?? reloadKeyring().all.get(keyId);
  if (!key) {
    throw new Error(
      `The data of ${context} is encrypted with the unknown key ${keyId}. Set it as ENCRYPTION_KEY, ` +
        "add it to ENCRYPTION_KEYS_RETIRED, or restore its file in the data directory.",
    );
  }
  const decipher = createDecipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    throw new Error(`The data of ${context} cannot be decrypted: it was altered or belongs to another record.`);
  }
}

/** Whether text is encrypted under the current key and needs no re-encryption. */
export function isUnderCurrentKey(ciphertext: string): boolean {
  return parse(ciphertext).keyId === reloadKeyring().current.id;
}

/** The keys that this process last read. A missing key may have been created since. */
function known(): { keyring: Keyring } {
  return singleton("encryption-keys", () => ({ keyring: readKeyring() }));
}

function reloadKeyring(): Keyring {
  const cache = known();
  cache.keyring = readKeyring();
  return cache.keyring;
}

function parse(ciphertext: string): { keyId: string; iv: Buffer; sealed: Buffer } {
  const [, keyId = "", iv = "", sealedText = ""] = form.exec(ciphertext) ?? [];
  const sealed = Buffer.from(sealedText, "base64url");
  // Rejects non-canonical base64url, whose last digit has surplus bits.
  if (keyId === "" || sealed.toString("base64url") !== sealedText) {
    throw new Error("The stored text is not in the format of encrypted data.");
  }
  return { keyId, iv: Buffer.from(iv, "base64url"), sealed };
}
