import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64urlOf, bytesOfBase64, bytesOfText, hexOf } from "@/lib/evidence/verification/bytes";
import {
  type KeyMaterial,
  keyOfCertificate,
  keyOfPkcs1,
  keyOfSpki,
  spkiOfRsa,
  withoutZeros,
} from "@/lib/evidence/verification/der";
import { noteTypes, parseVkey, vkeyText } from "@/lib/signing/signed-note";

/** A public key under which something of a package verifies. */
export type BundleKey = {
  /**
   * 16 hexadecimal digits of a SHA-256: of the key as SPKI in DER where it is RSA, of its 32 bytes where it is Ed25519. Always
   * computed from the key, never believed.
   */
  id: string;
} & KeyMaterial;

export type RsaKey = Extract<BundleKey, { kind: "rsa" }>;
export type Ed25519Key = Extract<BundleKey, { kind: "ed25519" }>;

/** A key as JSON Web Key (RFC 7517): anybody's object. */
export type Jwk = Readonly<Record<string, unknown>>;

/** The least modulus that counts: who has less could have been imitated. */
const modulusBitsMin = 2048;

/**
 * The public keys of what somebody gives: PEM with any number of public keys or certificates, a JSON Web Key or a set of
 * them as `GET /v1/verify/keys` answers it, or the 32 bytes of an Ed25519 key in base64. Of a set, keys of other kinds are
 * passed over. A witness's verifier key (vkey) is taken too, also several on lines of their own. Throws an Error with a sentence for the reader where there is none, or something that is none.
 */
export function readPublicKeys(given: string | Jwk): BundleKey[] {
  if (typeof given !== "string") return readJwks(given);
  const text = given.replaceAll("\\n", "\n").trim();
  if (text.startsWith("{")) return readJwks(parseJson(text));
  if (text.startsWith("-----")) return readPem(text);
  const raw = bytesOfBase64(text);
  if (raw?.length === 32) return [identified({ kind: "ed25519", raw })];
  if (vkeyForm.test(text)) return text.split(/\s+/).map(witnessKey);
  throw new Error(
    "No public key found. Provide PEM, a JSON Web Key Set, 32 bytes in base64, or a witness's verifier key.",
  );
}

const vkeyForm = /^[^\s+]+\+[0-9a-f]{8}\+/;

function witnessKey(text: string): BundleKey {
  const key = parseVkey(text);
  if (key.type !== noteTypes.cosignature)
    throw new Error(`The verifier key of ${key.name} does not belong to a witness.`);
  return identified({ kind: "witness", raw: key.raw, vkey: vkeyText(key) });
}

/** The key of a JSON Web Key; undefined for one of another kind, or one that cannot be read. */
export function keyOfJwk({ kty, crv, x, n, e }: Jwk): BundleKey | undefined {
  if (kty === "OKP" && crv === "Ed25519" && typeof x === "string") {
    const raw = bytesOfBase64(x, "base64url");
    return raw?.length === 32 ? identified({ kind: "ed25519", raw }) : undefined;
  }
  if (kty !== "RSA" || typeof n !== "string" || typeof e !== "string") return undefined;
  const [modulus, exponent] = [bytesOfBase64(n, "base64url"), bytesOfBase64(e, "base64url")];
  if (!modulus || !exponent) return undefined;
  return identified({ kind: "rsa", modulus: withoutZeros(modulus), exponent: withoutZeros(exponent) });
}

/** Bits of an RSA key's modulus. */
export function bitsOf({ modulus }: RsaKey): number {
  return modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24;
}

/** Whether this surrounding verifies RSA signatures: browsers do only for pages of HTTPS and of this machine. */
export function canVerifyRsa(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Whether a base64 text is the key's RSASSA-PKCS1-v1_5 signature with SHA-256 of some bytes. False for a key of less than
 * 2048 bits, and for a signature that is not written in the one right way. Needs {@link canVerifyRsa}.
 */
export async function isRsaSignature(key: RsaKey, bytes: Uint8Array, signature: string): Promise<boolean> {
  const given = bytesOfBase64(signature);
  if (!given || given.length !== key.modulus.length || bitsOf(key) < modulusBitsMin) return false;
  const jwk = { kty: "RSA", n: base64urlOf(key.modulus), e: base64urlOf(key.exponent) };
  try {
    const { subtle } = globalThis.crypto;
    const imported = await subtle.importKey("jwk", jwk, rsaAlgorithm, false, ["verify"]);
    return await subtle.verify(
      rsaAlgorithm.name,
      imported,
      given as Uint8Array<ArrayBuffer>,
      bytes as Uint8Array<ArrayBuffer>,
    );
  } catch {
    // A key that cannot be one verifies nothing.
    return false;
  }
}

const rsaAlgorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** Whether a base64 text is the key's Ed25519 signature (RFC 8032) of a text. */
export function isEd25519Signature(key: Ed25519Key, text: string, signature: string): boolean {
  const given = bytesOfBase64(signature);
  if (given?.length !== 64) return false;
  try {
    return ed25519.verify(given, bytesOfText(text), key.raw, { zip215: false });
  } catch {
    return false;
  }
}

function identified(material: KeyMaterial): BundleKey {
  const bytes = material.kind === "rsa" ? spkiOfRsa(material.modulus, material.exponent) : material.raw;
  return { ...material, id: hexOf(sha256(bytes)).slice(0, 16) };
}

function readJwks(value: unknown): BundleKey[] {
  const list = isObject(value) && Array.isArray(value["keys"]) ? value["keys"] : [value];
  if (list.some((jwk) => isObject(jwk) && "d" in jwk)) throw new Error(privateKeySentence);
  const keys = list.flatMap((jwk) => (isObject(jwk) ? (keyOfJwk(jwk) ?? []) : []));
  if (keys.length === 0) throw new Error("There is no RSA or Ed25519 key in the JSON Web Key Set.");
  return keys;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----([^-]+)-----END \1-----/g;

const readers: Readonly<Record<string, (der: Uint8Array) => KeyMaterial>> = {
  "PUBLIC KEY": keyOfSpki,
  "RSA PUBLIC KEY": keyOfPkcs1,
  CERTIFICATE: keyOfCertificate,
};

function readPem(text: string): BundleKey[] {
  if (text.includes("PRIVATE KEY-----")) throw new Error(privateKeySentence);
  if (text.replaceAll(pemBlock, "").trim() !== "") throw new Error("There is something else than keys in PEM.");
  return [...text.matchAll(pemBlock)].map(([, label = "", base64 = ""]) => {
    const der = bytesOfBase64(base64.replaceAll(/\s/g, ""));
    const read = Object.hasOwn(readers, label) ? readers[label] : undefined;
    try {
      if (der && read) return identified(read(der));
    } catch {
      // Said below, for every way of being no key.
    }
    throw new Error(`There is no RSA or Ed25519 key in a block of PEM (${label}).`);
  });
}

const privateKeySentence = "There is a private key where a public one must be.";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("No public key found: the JSON cannot be read.");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
