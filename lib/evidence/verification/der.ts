import { concatBytes, sameBytes } from "@/lib/evidence/verification/bytes";

/** What of a public key stands in a file, whatever the file's form. */
export type KeyMaterial =
  | { kind: "rsa" /** Without leading zeros. */; modulus: Uint8Array; exponent: Uint8Array }
  | { kind: "ed25519"; raw: Uint8Array }
  | { kind: "witness"; raw: Uint8Array /** As the witness prints it. */; vkey: string };

/** A value of ASN.1 in DER (X.690). */
interface Value {
  tag: number;
  body: Uint8Array;
}

const integer = 0x02;
const bitString = 0x03;
const objectId = 0x06;
const sequence = 0x30;
const firstContext = 0xa0;

const rsaAlgorithm = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01);
const ed25519Algorithm = Uint8Array.of(0x2b, 0x65, 0x70);

/** The key of a SubjectPublicKeyInfo (RFC 5280, 4.1). Throws an Error for anything else, and for a key of another kind. */
export function keyOfSpki(der: Uint8Array): KeyMaterial {
  const [algorithm, key] = membersOf(only(der));
  const [id] = membersOf(algorithm);
  if (id?.tag !== objectId || key?.tag !== bitString || key.body[0] !== 0) throw new Error("not a public key");
  const bits = key.body.subarray(1);
  if (sameBytes(id.body, rsaAlgorithm)) return keyOfPkcs1(bits);
  if (sameBytes(id.body, ed25519Algorithm) && bits.length === 32) return { kind: "ed25519", raw: bits };
  throw new Error("neither an RSA nor an Ed25519 key");
}

/** The key of an RSAPublicKey (RFC 8017, A.1.1). */
export function keyOfPkcs1(der: Uint8Array): KeyMaterial {
  const [modulus, exponent] = membersOf(only(der));
  if (modulus?.tag !== integer || exponent?.tag !== integer) throw new Error("not an RSA key");
  return { kind: "rsa", modulus: withoutZeros(modulus.body), exponent: withoutZeros(exponent.body) };
}

/** The key that a certificate (RFC 5280) is of. Nothing else of it is looked at. */
export function keyOfCertificate(der: Uint8Array): KeyMaterial {
  const [signed] = membersOf(only(der));
  const members = membersOf(signed);
  const spki = members[members[0]?.tag === firstContext ? 6 : 5];
  if (spki?.tag !== sequence) throw new Error("not a certificate");
  return keyOfSpki(encode(sequence, spki.body));
}

/** An RSA key as SubjectPublicKeyInfo: what its id is the hash of. */
export function spkiOfRsa(modulus: Uint8Array, exponent: Uint8Array): Uint8Array {
  const key = encode(sequence, concatBytes(positive(modulus), positive(exponent)));
  const algorithm = encode(sequence, concatBytes(encode(objectId, rsaAlgorithm), Uint8Array.of(0x05, 0)));
  return encode(sequence, concatBytes(algorithm, encode(bitString, concatBytes(Uint8Array.of(0), key))));
}

export function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}

/** An integer with a zero before a first bit that would make it negative. */
function positive(bytes: Uint8Array): Uint8Array {
  return encode(integer, (bytes[0] ?? 0) < 0x80 ? bytes : concatBytes(Uint8Array.of(0), bytes));
}

function encode(tag: number, body: Uint8Array): Uint8Array {
  const { length } = body;
  if (length < 0x80) return concatBytes(Uint8Array.of(tag, length), body);
  if (length < 0x100) return concatBytes(Uint8Array.of(tag, 0x81, length), body);
  return concatBytes(Uint8Array.of(tag, 0x82, length >> 8, length & 0xff), body);
}

function only(der: Uint8Array): Value {
  const [value, ...others] = valuesOf(der);
  if (!value || others.length > 0) throw new Error("not one value in DER");
  return value;
}

function membersOf(value: Value | undefined): Value[] {
  if (value?.tag !== sequence) throw new Error("not a sequence");
  return valuesOf(value.body);
}

function valuesOf(der: Uint8Array): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < der.length; ) {
    const tag = der[at] ?? 0;
    const first = der[at + 1] ?? 0;
    const more = first < 0x80 ? 0 : first - 0x80;
    if (more > 3) throw new Error("too long for a key");
    let length = more === 0 ? first : 0;
    for (let i = 0; i < more; i++) length = length * 256 + (der[at + 2 + i] ?? 0);
    const start = at + 2 + more;
    if (start + length > der.length) throw new Error("cut off");
    values.push({ tag, body: der.subarray(start, start + length) });
    at = start + length;
  }
  return values;
}
