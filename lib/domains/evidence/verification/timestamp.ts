import { sameBytes } from "@/lib/domains/evidence/verification/bytes";
import {
  type AuthorityCertificate,
  digestNames,
  isIssuedUnder,
  isSignature,
  oidOf,
  readAuthorityCertificate,
  timeOf,
  Unsupported,
} from "@/lib/domains/evidence/verification/certificate-chain";
import { encode, firstContext, membersOf, octets, only, set } from "@/lib/domains/evidence/verification/der";
import { canVerifyRsa, withoutRsa } from "@/lib/domains/evidence/verification/public-keys";
import { type Check, Finder, type TimestampFacts } from "@/lib/domains/evidence/verification/report";

interface CheckedTimestamp {
  check: Check;
  /** Absent if the timestamp is invalid or could not be verified. */
  facts?: TimestampFacts;
}

const [contentType, messageDigest, signingCertificate, signingCertificateV2, tstInfo] = [
  "1.2.840.113549.1.9.3",
  "1.2.840.113549.1.9.4",
  "1.2.840.113549.1.9.16.2.12",
  "1.2.840.113549.1.9.16.2.47",
  "1.2.840.113549.1.9.16.1.4",
];

/**
 * Checks the timestamp (RFC 3161) of a signature value. `ok` only if trusted certificates were provided and issued the
 * certificate of the authority. Never throws because of the token.
 */
export async function checkTimestamp(
  token: Uint8Array,
  signature: Uint8Array,
  trusted: readonly AuthorityCertificate[],
): Promise<CheckedTimestamp> {
  const finder = new Finder("timestamp");
  finder.brief = "the timestamp of the PDF signature was altered";
  const failed = (message: string): CheckedTimestamp => {
    finder.fail(message);
    return { check: finder.conclude("") };
  };
  // The PDF signature does not cover the token, so anyone can replace it by one of another authority.
  finder.isUnwitnessed = trusted.length > 0;
  if (!canVerifyRsa()) return { check: finder.concludeUnchecked(withoutRsa) };
  try {
    const { content, imprint, time, signer, others } = await readToken(token);
    const imprinted = await digest(imprint.algorithm, signature);
    if (!sameBytes(imprinted, imprint.value)) return failed("The timestamp belongs to a different signature.");
    if (!sameBytes(await digest(signer.digest, content), signer.contentDigest))
      return failed("The content of the timestamp was changed.");
    const { certificate } = signer;
    if (!certificate) return failed("The timestamp does not contain the certificate that it names.");
    const { name } = certificate;
    if (!certificate.isForTimestamps) return failed(`The certificate of ${name} is not allowed to sign timestamps.`);
    const { algorithm, attributes, value } = signer;
    if (!(await isSignature(certificate.spki, algorithm, nameOf(signer.digest), attributes, value)))
      return failed("The signature of the timestamp is not valid: the timestamp was changed.");
    const atMs = timeOf(time);
    const [timestampedAt, isGiven] = [new Date(atMs).toISOString(), trusted.length > 0];
    const isTrusted = await isIssuedUnder(certificate, { trusted: [...trusted], others, atMs });
    const facts = { timestampedAt, authority: name, isTrusted };
    finder.isUnwitnessed = isGiven && !isTrusted;
    if (isTrusted) return { check: finder.conclude(`Timestamp verified at ${timestampedAt} by ${name}.`), facts };
    const why = isGiven
      ? "The certificates that you provided did not issue the certificate of this authority."
      : "Anyone can operate a timestamp authority: provide its certificate to check it.";
    const present = `Timestamp of ${timestampedAt} by ${name} present, authority not checked. ${why}`;
    return { check: finder.concludeUnchecked(present), facts };
  } catch (error) {
    if (!(error instanceof Unsupported)) return failed("The timestamp cannot be read: it was changed.");
    return { check: finder.concludeUnchecked(`The timestamp was not checked: ${error.message} is not supported.`) };
  }
}

/** Throws if the bytes are not a TimeStampToken with one signature. */
async function readToken(token: Uint8Array) {
  const [, wrapped] = membersOf(only(token));
  const [, , encapsulated, ...rest] = membersOf(membersOf(wrapped, firstContext)[0]);
  const [type, explicit] = membersOf(encapsulated);
  const [signerInfo, ...more] = membersOf(rest.at(-1), set);
  const content = membersOf(explicit, firstContext)[0];
  if (!type || oidOf(type.body) !== tstInfo || content?.tag !== octets || more.length > 0)
    throw new Error("not a timestamp");
  const given = rest.find(({ tag }) => tag === firstContext);
  const certificates = given ? membersOf(given, firstContext).map(({ whole }) => whole) : [];
  const [, , messageImprint, , time] = membersOf(only(content.body));
  const [imprintAlgorithm, imprintValue] = membersOf(messageImprint);
  if (!imprintValue || !time) throw new Error("not a timestamp");
  const [, , digestAlgorithm, attributes, signatureAlgorithm, value] = membersOf(signerInfo);
  if (attributes?.tag !== firstContext || value?.tag !== octets) throw new Error("not a signature");
  const all = membersOf(attributes, firstContext).map((one) => membersOf(one));
  const attribute = (id: string) => {
    const found = all.filter(([name]) => name && oidOf(name.body) === id);
    return found.length === 1 ? membersOf(found[0]?.[1], set)[0] : undefined;
  };
  const contentDigest = attribute(messageDigest);
  const isTimestamp = oidOf(attribute(contentType)?.body ?? new Uint8Array()) === tstInfo;
  if (!contentDigest || !isTimestamp) throw new Error("not a signature of a timestamp");
  const isNamed = await certificateName(attribute(signingCertificateV2), attribute(signingCertificate));
  let certificate: AuthorityCertificate | undefined;
  const others: AuthorityCertificate[] = [];
  for (const whole of certificates) {
    const [one, isSigner] = [readOrNone(whole), !certificate && (await isNamed(whole))];
    if (isSigner && !one) throw new Unsupported("the certificate of the authority");
    if (isSigner) certificate = one;
    if (one) others.push(one);
  }
  return {
    content: content.body,
    imprint: { algorithm: algorithmOf(imprintAlgorithm), value: imprintValue.body },
    time,
    signer: {
      certificate,
      digest: algorithmOf(digestAlgorithm),
      contentDigest: contentDigest.body,
      algorithm: algorithmOf(signatureAlgorithm),
      attributes: encode(set, attributes.body),
      value: value.body,
    },
    others,
  };
}

function readOrNone(certificate: Uint8Array): AuthorityCertificate | undefined {
  try {
    return readAuthorityCertificate(certificate);
  } catch {
    return undefined;
  }
}

type Value = ReturnType<typeof only>;

/** Whether bytes are the certificate that the signature names: ESSCertIDv2 (RFC 5035), or ESSCertID with SHA-1. */
async function certificateName(second: Value | undefined, first: Value | undefined) {
  const [id] = membersOf(membersOf(second ?? first)[0]);
  const [head, next] = membersOf(id);
  const named = second && head?.tag !== octets ? algorithmOf(head) : undefined;
  const hash = named === undefined ? head : next;
  const name = second ? nameOf(named ?? "2.16.840.1.101.3.4.2.1") : "SHA-1";
  return async (der: Uint8Array) =>
    hash !== undefined &&
    sameBytes(new Uint8Array(await globalThis.crypto.subtle.digest(name, Uint8Array.from(der))), hash.body);
}

function algorithmOf(value: Value | undefined): string {
  return oidOf(membersOf(value)[0]?.body ?? new Uint8Array());
}

function nameOf(algorithm: string): string {
  const name = digestNames[algorithm];
  if (!name) throw new Unsupported(`the digest algorithm ${algorithm}`);
  return name;
}

async function digest(algorithm: string, data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest(nameOf(algorithm), Uint8Array.from(data)));
}
