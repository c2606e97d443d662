import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { isObject } from "@/lib/domains/evidence/collect/payload";
import {
  base64urlOf,
  bytesOfBase64,
  bytesOfText,
  concatBytes,
  hexOf,
  sameBytes,
} from "@/lib/domains/evidence/verification/bytes";
import {
  bitString,
  encode,
  firstContext,
  integer,
  membersOf,
  objectId,
  only,
  sequence,
} from "@/lib/domains/evidence/verification/der";
import { noteTypes, parseVkey, vkeyText } from "@/lib/platform/signing/signed-note";

export type BundleKey = {
  /** The first 16 hexadecimal digits of the SHA-256 of the key: SPKI DER for RSA, raw bytes for Ed25519. Always computed. */
  id: string;
} & KeyMaterial;

export type RsaKey = Extract<BundleKey, { kind: "rsa" }>;
export type Ed25519Key = Extract<BundleKey, { kind: "ed25519" }>;

/** An unvalidated JSON Web Key (RFC 7517). */
export type Jwk = Readonly<Record<string, unknown>>;

const modulusBitsMin = 2048;

/**
 * Parses PEM keys or certificates, a JWK (set), an Ed25519 key in base64, or witness verifier keys. Throws an Error for
 * users.
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

/** Undefined for an unsupported or unreadable key. */
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

/** The modulus length in bits. */
export function bitsOf({ modulus }: RsaKey): number {
  return modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24;
}

/** Browsers offer RSA verification only on HTTPS pages and on localhost. */
export function canVerifyRsa(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Why RSA signatures were not verified. */
export const withoutRsa =
  "This page was not loaded over HTTPS, so the browser cannot verify RSA signatures. Open it over HTTPS or use the command line.";

/** Verifies RSASSA-PKCS1-v1_5 with SHA-256. False for keys under 2048 bits. Requires {@link canVerifyRsa}. */
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
    // An invalid key verifies nothing.
    return false;
  }
}

const rsaAlgorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** Verifies a base64 Ed25519 signature (RFC 8032) of a text. */
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
  if (keys.length === 0) throw new Error("The JSON Web Key Set contains no RSA or Ed25519 key.");
  return keys;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----([^-]+)-----END \1-----/g;

const readers: Readonly<Record<string, (der: Uint8Array) => KeyMaterial>> = {
  "PUBLIC KEY": keyOfSpki,
  "RSA PUBLIC KEY": keyOfPkcs1,
  CERTIFICATE: (der) => readCertificate(der).key,
};

function readPem(text: string): BundleKey[] {
  if (text.includes("PRIVATE KEY-----")) throw new Error(privateKeySentence);
  if (text.replaceAll(pemBlock, "").trim() !== "") throw new Error("The file is not valid PEM.");
  return [...text.matchAll(pemBlock)].map(([, label = "", base64 = ""]) => {
    const der = bytesOfBase64(base64.replaceAll(/\s/g, ""));
    const read = Object.hasOwn(readers, label) ? readers[label] : undefined;
    try {
      if (der && read) return identified(read(der));
    } catch {
      // Reported below.
    }
    throw new Error(`A PEM block (${label}) contains no RSA or Ed25519 key.`);
  });
}

const privateKeySentence = "Provide a public key, not a private key.";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("No public key found: the JSON is not valid.");
  }
}

type KeyMaterial =
  | { kind: "rsa" /** Without leading zeros. */; modulus: Uint8Array; exponent: Uint8Array }
  | { kind: "ed25519"; raw: Uint8Array }
  | { kind: "witness"; raw: Uint8Array /** As published by the witness. */; vkey: string };

const rsaObjectId = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01);
const ed25519ObjectId = Uint8Array.of(0x2b, 0x65, 0x70);

/** SubjectPublicKeyInfo (RFC 5280, 4.1). */
function keyOfSpki(der: Uint8Array): KeyMaterial {
  const [algorithm, key] = membersOf(only(der));
  const [id] = membersOf(algorithm);
  if (id?.tag !== objectId || key?.tag !== bitString || key.body[0] !== 0) throw new Error("not a public key");
  const bits = key.body.subarray(1);
  if (sameBytes(id.body, rsaObjectId)) return keyOfPkcs1(bits);
  if (sameBytes(id.body, ed25519ObjectId) && bits.length === 32) return { kind: "ed25519", raw: bits };
  throw new Error("not an RSA or Ed25519 key");
}

/** RSAPublicKey (RFC 8017, A.1.1). */
function keyOfPkcs1(der: Uint8Array): KeyMaterial {
  const [modulus, exponent] = membersOf(only(der));
  if (modulus?.tag !== integer || exponent?.tag !== integer) throw new Error("not an RSA key");
  return { kind: "rsa", modulus: withoutZeros(modulus.body), exponent: withoutZeros(exponent.body) };
}

/** Certificate (RFC 5280). */
export function readCertificate(der: Uint8Array): { key: BundleKey; issuer: Uint8Array; serial: Uint8Array } {
  const [signed] = membersOf(only(der));
  const members = membersOf(signed);
  const [serial, , issuer, , , spki] = members[0]?.tag === firstContext ? members.slice(1) : members;
  if (spki?.tag !== sequence || !serial || !issuer) throw new Error("not a certificate");
  return { key: identified(keyOfSpki(spki.whole)), issuer: issuer.whole, serial: serial.whole };
}

function spkiOfRsa(modulus: Uint8Array, exponent: Uint8Array): Uint8Array {
  const key = encode(sequence, concatBytes(positive(modulus), positive(exponent)));
  const algorithm = encode(sequence, concatBytes(encode(objectId, rsaObjectId), Uint8Array.of(0x05, 0)));
  return encode(sequence, concatBytes(algorithm, encode(bitString, concatBytes(Uint8Array.of(0), key))));
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}

/** Prepends a zero byte if the first bit would make the integer negative. */
function positive(bytes: Uint8Array): Uint8Array {
  return encode(integer, (bytes[0] ?? 0) < 0x80 ? bytes : concatBytes(Uint8Array.of(0), bytes));
}
