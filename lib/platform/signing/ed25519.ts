import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** An Ed25519 public key (RFC 8032). */
export interface PublicKey {
  /** The first 16 hexadecimal digits of the SHA-256 of `raw`. */
  id: string;
  /** The 32 bytes of RFC 8032. */
  raw: Buffer;
  key: KeyObject;
}

export interface SigningKey extends PublicKey {
  privateKey: KeyObject;
}

/** The prefixes of the 32 key bytes in PKCS#8 and SPKI (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex");

const rawForm = /^[A-Za-z0-9+/]{43}=$/;

/** Reads a private key: PKCS#8 in PEM, or the 32-byte seed in base64. @throws Error that does not quote the text. */
export function readSigningKey(text: string): SigningKey {
  const privateKey = readPrivateKey(text.trim().replaceAll("\\n", "\n"));
  return { ...publicKeyOf(createPublicKey(privateKey)), privateKey };
}

function readPrivateKey(text: string): KeyObject {
  try {
    const key = rawForm.test(text)
      ? createPrivateKey({
          key: Buffer.concat([pkcs8Prefix, Buffer.from(text, "base64")]),
          format: "der",
          type: "pkcs8",
        })
      : createPrivateKey(text);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The parser's message may quote the text.
  }
  throw new Error("Not a valid Ed25519 private key. It must be PKCS#8 in PEM format, or 32 bytes in base64.");
}

/** Reads a public key: SPKI in PEM, or its 32 bytes in base64. @throws Error. */
export function readPublicKey(text: string): PublicKey {
  const trimmed = text.trim().replaceAll("\\n", "\n");
  try {
    const key = rawForm.test(trimmed)
      ? createPublicKey({
          key: Buffer.concat([spkiPrefix, Buffer.from(trimmed, "base64")]),
          format: "der",
          type: "spki",
        })
      : createPublicKey(trimmed);
    if (key.asymmetricKeyType === "ed25519") return publicKeyOf(key);
  } catch {
    // All errors have the same message below.
  }
  throw new Error("Not a valid Ed25519 public key. It must be SPKI in PEM format, or 32 bytes in base64.");
}

/** Reads public keys separated by commas or white space. @throws like {@link readPublicKey}. */
export function readPublicKeys(given: string): PublicKey[] {
  const text = given.replaceAll("\\n", "\n");
  const pem = /-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g;
  const others = text.replaceAll(pem, " ").split(/[\s,]+/);
  return [...(text.match(pem) ?? []), ...others.filter((one) => one !== "")].map(readPublicKey);
}

function publicKeyOf(key: KeyObject): PublicKey {
  const raw = key.export({ format: "der", type: "spki" }).subarray(spkiPrefix.length);
  return { id: createHash("sha256").update(raw).digest("hex").slice(0, 16), raw, key };
}

/** The 64-byte signature of a text's UTF-8 bytes. Deterministic. */
export function signText(key: SigningKey, text: string): Buffer {
  return sign(null, Buffer.from(text), key.privateKey);
}

/** Whether a base64 text is the key's signature of a text. Only canonical base64 is accepted. */
export function isSignatureOf(key: PublicKey, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, "base64");
  if (bytes.length !== 64 || bytes.toString("base64") !== signature) return false;
  return verify(null, Buffer.from(text), key.key, bytes);
}

/** SPKI in PEM, with a trailing line break. */
export function publicKeyPem(key: PublicKey): string {
  return key.key.export({ format: "pem", type: "spki" }).toString();
}
