import { createHash } from "node:crypto";
import type { EvidenceSigner } from "@/lib/platform/signing/evidence-keys";

/** One value of ASN.1 in its distinguished encoding, DER (X.690): tag, length and contents. */
export type Der = Buffer;

/** A value of a tag with these contents. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Der {
  const body = Buffer.concat(contents);
  return Buffer.concat([Uint8Array.of(tag, ...lengthOf(body.length)), body]);
}

export const sequence = (...members: readonly Der[]): Der => der(0x30, ...members);

/** SET OF: in the order of the members' encodings. */
export const setOf = (...members: readonly Der[]): Der => der(0x31, ...members.toSorted(Buffer.compare));

export const octets = (bytes: Uint8Array): Der => der(0x04, bytes);

/** A value of one byte. */
export const smallInteger = (value: number): Der => der(0x02, Uint8Array.of(value));

export const nothing: Der = der(0x05);

/** The object identifier of numbers with dots between. */
export function objectId(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  return der(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** The values that a sequence or set consists of, each with its tag and length. Throws an Error where they do not fill it. */
export function membersOf(value: Der): Der[] {
  const outer = sizesOf(value, 0);
  const members: Der[] = [];
  for (let at = outer.header; at < value.length; ) {
    const { header, body } = sizesOf(value, at);
    members.push(value.subarray(at, at + header + body));
    at += header + body;
  }
  if (outer.header + outer.body !== value.length) throw new Error("There is no whole value in DER.");
  return members;
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(128 + (rest % 128));
  return bytes;
}

/** Of the value that begins at a byte: how long what stands before its contents is, and how long these are. */
function sizesOf(value: Der, at: number): { header: number; body: number } {
  const first = value.readUInt8(at + 1);
  if (first < 0x80) return { header: 2, body: first };
  const more = first - 0x80;
  const sizes = { header: 2 + more, body: value.readUIntBE(at + 2, more) };
  if (at + sizes.header + sizes.body > value.length) throw new Error("There is no whole value in DER.");
  return sizes;
}

const data = objectId("1.2.840.113549.1.7.1");
const signedData = objectId("1.2.840.113549.1.7.2");
const contentType = objectId("1.2.840.113549.1.9.3");
const messageDigest = objectId("1.2.840.113549.1.9.4");
const algorithmProtection = objectId("1.2.840.113549.1.9.52");
const signingCertificateV2 = objectId("1.2.840.113549.1.9.16.2.47");

const sha256 = sequence(objectId("2.16.840.1.101.3.4.2.1"));
const sha256WithRsa = sequence(objectId("1.2.840.113549.1.1.11"), nothing);

type Certificates = Pick<EvidenceSigner, "certificate" | "chain">;

/**
 * A detached CMS signature (RFC 5652) in DER with the signed attributes of a PAdES baseline signature (ETSI EN 319
 * 142-1, level B-B; RFC 5035, RFC 6211) and the certificate chain. The time is in the PDF.
 */
export async function signDetached(contentDigest: Uint8Array, signer: EvidenceSigner): Promise<Der> {
  const attributes = signedAttributes(contentDigest, signer.certificate);
  const digest = createHash("sha256").update(setOf(...attributes));
  return assemble(attributes, await signer.signDigest(digest.digest()), signer);
}

/** How many bytes {@link signDetached} gives for any content: digest and signature always have the same length. */
export function detachedSignatureBytes(certificates: Certificates): number {
  const attributes = signedAttributes(new Uint8Array(32), certificates.certificate);
  return assemble(attributes, new Uint8Array(512), certificates).length;
}

function signedAttributes(contentDigest: Uint8Array, certificate: Der): Der[] {
  return [
    attribute(contentType, data),
    attribute(messageDigest, octets(contentDigest)),
    attribute(algorithmProtection, sequence(sha256, implicit(1, sha256WithRsa))),
    attribute(signingCertificateV2, sequence(sequence(certificateId(certificate)))),
  ];
}

/** ESSCertIDv2: SHA-256 is its default and therefore not named. */
function certificateId(certificate: Der): Der {
  const { issuer, serial } = issuerAndSerialOf(certificate);
  const hash = createHash("sha256").update(certificate).digest();
  return sequence(octets(hash), sequence(sequence(der(0xa4, issuer)), serial));
}

function assemble(attributes: readonly Der[], signature: Uint8Array, { certificate, chain }: Certificates): Der {
  const { issuer, serial } = issuerAndSerialOf(certificate);
  const signerInfo = sequence(
    smallInteger(1),
    sequence(issuer, serial),
    sha256,
    implicit(0, setOf(...attributes)),
    sha256WithRsa,
    octets(signature),
  );
  const content = sequence(
    smallInteger(1),
    setOf(sha256),
    sequence(data),
    implicit(0, setOf(certificate, ...chain)),
    setOf(signerInfo),
  );
  return sequence(signedData, der(0xa0, content));
}

function attribute(type: Der, value: Der): Der {
  return sequence(type, setOf(value));
}

/** The members of a sequence or set under a tag of its context. */
function implicit(tag: number, value: Der): Der {
  return der(0xa0 + tag, ...membersOf(value));
}

/** As they stand in the certificate (RFC 5280, 4.1), byte for byte: what compares them does not decode them. */
function issuerAndSerialOf(certificate: Der): { issuer: Der; serial: Der } {
  const [toBeSigned = certificate] = membersOf(certificate);
  const members = membersOf(toBeSigned);
  const [serial, , issuer] = members[0]?.[0] === 0xa0 ? members.slice(1) : members;
  if (!serial || !issuer) throw new Error("There is no certificate in DER.");
  return { issuer, serial };
}
