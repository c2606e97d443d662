import { bytesOfBase64, sameBytes } from "@/lib/domains/evidence/verification/bytes";
import { bitString, membersOf, only } from "@/lib/domains/evidence/verification/der";

/** The parts of an X.509 certificate (RFC 5280) that a chain depends on. */
export interface AuthorityCertificate {
  whole: Uint8Array;
  /** The bytes that the issuer signed, the algorithm and the signature. */
  signed: Uint8Array;
  algorithm: string;
  signature: Uint8Array;
  issuer: Uint8Array;
  subject: Uint8Array;
  /** The last common name of the subject, or an empty text. */
  name: string;
  notBeforeMs: number;
  notAfterMs: number;
  spki: Uint8Array;
  isAuthority: boolean;
  isForTimestamps: boolean;
}

/** An algorithm that this program does not support. */
export class Unsupported extends Error {}

const pemBlock = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g;

/** Reads at least one certificate in PEM. Throws an Error with a message for the user. */
export function readCertificates(text: string): AuthorityCertificate[] {
  try {
    const all = [...text.replaceAll("\\n", "\n").matchAll(pemBlock)].map(([, base64 = ""]) => {
      return readAuthorityCertificate(bytesOfBase64(base64.replaceAll(/\s/g, "")) ?? new Uint8Array());
    });
    if (all.length > 0) return all;
  } catch {
    // Reported below.
  }
  throw new Error("No certificate found. Provide certificates in PEM format.");
}

/** Throws if the bytes are not a certificate. */
export function readAuthorityCertificate(whole: Uint8Array): AuthorityCertificate {
  const [signed, algorithm, signature] = membersOf(only(whole));
  const members = membersOf(signed);
  const [, , issuer, validity, subject, spki, ...others] = members[0]?.tag === 0xa0 ? members.slice(1) : members;
  const [notBefore, notAfter] = membersOf(validity);
  if (!signed || !issuer || !subject || !spki || signature?.tag !== bitString) throw new Error("not a certificate");
  const extensions = others.find(({ tag }) => tag === 0xa3);
  const extension = (id: string) => {
    const all = extensions ? membersOf(only(extensions.body)) : [];
    const value = all
      .map((one) => membersOf(one))
      .find(([type]) => type && oidOf(type.body) === id)
      ?.at(-1);
    return value ? membersOf(only(value.body)) : [];
  };
  const names = membersOf(subject).flatMap((part) => membersOf(membersOf(part, 0x31)[0]));
  const commonName = names.findLast((_, index) => oidOf(names[index - 1]?.body ?? new Uint8Array()) === "2.5.4.3");
  return {
    whole,
    signed: signed.whole,
    algorithm: oidOf(membersOf(algorithm)[0]?.body ?? new Uint8Array()),
    signature: signature.body.subarray(1),
    issuer: issuer.whole,
    subject: subject.whole,
    name: new TextDecoder().decode(commonName?.body),
    notBeforeMs: timeOf(notBefore),
    notAfterMs: timeOf(notAfter),
    spki: spki.whole,
    isAuthority: extension("2.5.29.19").some(({ tag, body }) => tag === 0x01 && body[0] !== 0),
    isForTimestamps: extension("2.5.29.37").some(({ body }) => oidOf(body) === "1.3.6.1.5.5.7.3.8"),
  };
}

/** Certificates between the signer and a trusted one. */
const chainMax = 6;

/** Whether trusted certificates issued a certificate, directly or through others, and all were valid at a time. */
export async function isIssuedUnder(
  certificate: AuthorityCertificate,
  { trusted, others, atMs }: { trusted: AuthorityCertificate[]; others: AuthorityCertificate[]; atMs: number },
): Promise<boolean> {
  let current = certificate;
  for (let length = 0; length < chainMax; length++) {
    if (atMs < current.notBeforeMs || atMs > current.notAfterMs) return false;
    if (trusted.some(({ whole }) => sameBytes(whole, current.whole))) return true;
    let issuer: AuthorityCertificate | undefined;
    let unsupported: unknown;
    for (const candidate of [...trusted, ...others]) {
      if (issuer || !candidate.isAuthority || !sameBytes(candidate.subject, current.issuer)) continue;
      try {
        if (await isSignature(candidate.spki, current.algorithm, "", current.signed, current.signature))
          issuer = candidate;
      } catch (error) {
        unsupported = error;
      }
    }
    if (!issuer && unsupported instanceof Unsupported) throw unsupported;
    if (!issuer) return false;
    current = issuer;
  }
  return false;
}

/** Digest algorithms by identifier. SHA-1 only identifies certificates. */
export const digestNames: Readonly<Record<string, string>> = {
  "2.16.840.1.101.3.4.2.1": "SHA-256",
  "2.16.840.1.101.3.4.2.2": "SHA-384",
  "2.16.840.1.101.3.4.2.3": "SHA-512",
};

const rsa = "RSASSA-PKCS1-v1_5";
const [rsaKey, ecKey] = ["1.2.840.113549.1.1.1", "1.2.840.10045.2.1"];
const signatureAlgorithms: Readonly<Record<string, { name: string; hash?: string }>> = {
  "1.2.840.113549.1.1.1": { name: rsa },
  "1.2.840.113549.1.1.11": { name: rsa, hash: "SHA-256" },
  "1.2.840.113549.1.1.12": { name: rsa, hash: "SHA-384" },
  "1.2.840.113549.1.1.13": { name: rsa, hash: "SHA-512" },
  "1.2.840.10045.4.3.2": { name: "ECDSA", hash: "SHA-256" },
  "1.2.840.10045.4.3.3": { name: "ECDSA", hash: "SHA-384" },
  "1.2.840.10045.4.3.4": { name: "ECDSA", hash: "SHA-512" },
};
const curves: Readonly<Record<string, { namedCurve: string; bytes: number }>> = {
  "1.2.840.10045.3.1.7": { namedCurve: "P-256", bytes: 32 },
  "1.3.132.0.34": { namedCurve: "P-384", bytes: 48 },
  "1.3.132.0.35": { namedCurve: "P-521", bytes: 66 },
};

/** Verifies an RSA or ECDSA signature. `digest` applies if the algorithm names none. Throws {@link Unsupported}. */
export async function isSignature(
  spki: Uint8Array,
  algorithm: string,
  digest: string,
  data: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const { name, hash = digest } = signatureAlgorithms[algorithm] ?? {};
  if (!name) throw new Unsupported(`the signature algorithm ${algorithm}`);
  const { subtle } = globalThis.crypto;
  const owned = (bytes: Uint8Array) => Uint8Array.from(bytes);
  const imported = (parameters: RsaHashedImportParams | EcKeyImportParams) =>
    subtle.importKey("spki", owned(spki), parameters, false, ["verify"]).catch(() => {
      throw new Unsupported("the key of a certificate");
    });
  const keyAlgorithm = oidOf(membersOf(membersOf(only(spki))[0])[0]?.body ?? new Uint8Array());
  if (keyAlgorithm !== (name === rsa ? rsaKey : ecKey)) return false;
  if (name === rsa) {
    const key = await imported({ name, hash });
    return subtle.verify(name, key, owned(signature), owned(data));
  }
  const curve = curves[oidOf(membersOf(membersOf(only(spki))[0])[1]?.body ?? new Uint8Array())];
  if (!curve) throw new Unsupported("the elliptic curve of the key");
  const { namedCurve, bytes } = curve;
  const key = await imported({ name, namedCurve });
  const raw = new Uint8Array(2 * bytes);
  for (const [index, { body }] of membersOf(only(signature)).entries()) {
    const first = body.findIndex((byte) => byte !== 0);
    const number = body.subarray(first < 0 ? body.length : first);
    raw.set(number, (index + 1) * bytes - number.length);
  }
  return subtle.verify({ name, hash }, key, raw, owned(data));
}

/** `1.2.840.113549` from the body of an object identifier. */
export function oidOf(body: Uint8Array): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of body) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...others] = numbers;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - 40 * root, ...others].join(".");
}

/** Milliseconds of a UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5; RFC 3161, 2.4.2). Throws if it is not one. */
export function timeOf(value: { tag: number; body: Uint8Array } | undefined): number {
  const text = new TextDecoder().decode(value?.body);
  const full = value?.tag === 0x17 ? `${Number(text.slice(0, 2)) < 50 ? "20" : "19"}${text}` : text;
  const [, year, month, day, hours, minutes, seconds, fraction = ""] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(full) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(ms)) throw new Error("not a time");
  return ms;
}
