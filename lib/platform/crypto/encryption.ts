import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { singleton } from "@/lib/platform/core/singleton";
import { type Keyring, readKeyring } from "@/lib/platform/crypto/encryption-keys";

export { replaceKeyFile } from "@/lib/platform/crypto/encryption-keys";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** `v1.<id of the key>.<iv>.<ciphertext and tag>`, the last two in base64url without padding. */
const form = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;

/**
 * Encrypts a text for storage with AES-256-GCM (NIST SP 800-38D) under the current key and a fresh 96-bit IV. `context`
 * says whose secret it is (`webhook-endpoint/org_…/wh_…`); it is authenticated, so that a text that was moved to another
 * row does not decrypt there.
 */
export function encryptSecret(plaintext: string, context: string): string {
  const { id, bytes } = readAnew().current;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, bytes, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1.${id}.${iv.toString("base64url")}.${sealed.toString("base64url")}`;
}

/**
 * The text that {@link encryptSecret} was given, under whichever known key. Throws an Error that says what is wrong, and
 * nothing of the content: no such form, no such key, altered or of another context.
 */
export function decryptSecret(ciphertext: string, context: string): string {
  const { keyId, iv, sealed } = parse(ciphertext);
  const key = known().keyring.all.get(keyId) ?? readAnew().all.get(keyId);
  if (!key) {
    throw new Error(
      `What is stored for ${context} is encrypted under the key ${keyId}, which is not known: it must be ENCRYPTION_KEY, ` +
        "one of ENCRYPTION_KEYS_RETIRED, or stand in the data directory.",
    );
  }
  const decipher = createDecipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    throw new Error(`What is stored for ${context} does not decrypt: it was altered, or is of another context.`);
  }
}

/** Whether an encrypted text is under the key that is current now, so that rotation may leave it. */
export function isUnderCurrentKey(ciphertext: string): boolean {
  return parse(ciphertext).keyId === readAnew().current.id;
}

/** The keys as this process last read them; a key that it does not find among them may have been made since. */
function known(): { keyring: Keyring } {
  return singleton("encryption-keys", () => ({ keyring: readKeyring() }));
}

function readAnew(): Keyring {
  const place = known();
  place.keyring = readKeyring();
  return place.keyring;
}

function parse(ciphertext: string): { keyId: string; iv: Buffer; sealed: Buffer } {
  const [, keyId = "", iv = "", sealedText = ""] = form.exec(ciphertext) ?? [];
  const sealed = Buffer.from(sealedText, "base64url");
  // A last digit may carry bits that belong to no byte: only one way of writing the bytes is taken.
  if (keyId === "" || sealed.toString("base64url") !== sealedText) {
    throw new Error("What is stored has not the form of an encrypted text.");
  }
  return { keyId, iv: Buffer.from(iv, "base64url"), sealed };
}
