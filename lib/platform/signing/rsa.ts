import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  privateEncrypt,
  publicDecrypt,
  X509Certificate,
} from "node:crypto";

/** An RSA public key of 4096 bits. */
export interface RsaPublicKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the key as SPKI in DER. */
  id: string;
  key: KeyObject;
  /** SPKI in PEM, with a line break at its end. */
  pem: string;
}

/** What stands before a SHA-256 digest in what RSASSA-PKCS1-v1_5 pads: the DigestInfo of RFC 8017, 9.2. */
const digestInfoPrefix = Buffer.from("3031300d060960864801650304020105000420", "hex");

const modulusBits = 4096;
const signatureBytes = modulusBits / 8;
const pemBlock = /-----BEGIN [A-Z0-9 ]+-----[^-]+-----END [A-Z0-9 ]+-----/g;

/** The private key of a text, PKCS#8 in PEM. Throws an Error that says what is wrong and nothing of the text. */
export function readRsaPrivateKey(text: string): KeyObject {
  return strictly("private key: it must be PKCS#8 in PEM, and not encrypted", () =>
    createPrivateKey(unescaped(text).trim()),
  );
}

/** The public key of a text: SPKI in PEM, or a certificate in PEM. Throws as {@link readRsaPrivateKey}. */
export function readRsaPublicKey(text: string): RsaPublicKey {
  const pem = unescaped(text).trim();
  if (pem.includes("PRIVATE KEY")) throw new Error("There is a private key where a public one must be.");
  return rsaPublicKeyOf(
    strictly("public key: it must be SPKI or a certificate, in PEM", () =>
      pem.startsWith("-----BEGIN CERTIFICATE-----") ? new X509Certificate(pem).publicKey : createPublicKey(pem),
    ),
  );
}

/** The public keys of a text that has any number of them one after the other. Throws as {@link readRsaPublicKey}. */
export function readRsaPublicKeys(text: string): RsaPublicKey[] {
  return pemBlocksOf(text).map(readRsaPublicKey);
}

/**
 * The certificates of a PEM text in order; the first must be of an RSA key of 4096 bits. @throws like {@link
 * readRsaPublicKey}.
 */
export function readCertificates(text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = readPemCertificates(text);
  strictly("public key in the first certificate", () => first.publicKey);
  return [first, ...others];
}

/** The certificates of a text in PEM, of any keys, at least one. Throws an Error where there is something else. */
export function readPemCertificates(text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = pemBlocksOf(text).map((pem) => {
    try {
      return new X509Certificate(pem);
    } catch {
      throw new Error("There is something else than certificates in PEM.");
    }
  });
  if (!first) throw new Error("There is no certificate in PEM.");
  return [first, ...others];
}

/** A key with its id and in PEM. */
export function rsaPublicKeyOf(key: KeyObject): RsaPublicKey {
  const id = createHash("sha256")
    .update(key.export({ format: "der", type: "spki" }))
    .digest("hex");
  return { id: id.slice(0, 16), key, pem: key.export({ format: "pem", type: "spki" }).toString() };
}

/** The RSASSA-PKCS1-v1_5 signature (RFC 8017, 8.2) of a SHA-256 digest: 512 bytes, deterministic. */
export function signSha256Digest(key: KeyObject, digest: Uint8Array): Buffer {
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digestInfoOf(digest));
}

/** Whether 512 bytes are the key's RSASSA-PKCS1-v1_5 signature of what has this SHA-256 digest. */
export function isSignatureOfDigest({ key }: { key: KeyObject }, digest: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== signatureBytes) return false;
  try {
    // The padding fills what the 51 bytes leave, so nothing but this one message is taken.
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(digestInfoOf(digest));
  } catch {
    return false;
  }
}

function digestInfoOf(digest: Uint8Array): Buffer {
  if (digest.length !== 32) throw new Error("A SHA-256 digest has 32 bytes.");
  return Buffer.concat([digestInfoPrefix, digest]);
}

function unescaped(text: string): string {
  return text.replaceAll("\\n", "\n");
}

/** What is not PEM must not be passed over: it may be a key whose first line was lost. */
function pemBlocksOf(text: string): string[] {
  const all = unescaped(text);
  if (all.replaceAll(pemBlock, "").replaceAll(/[\s,]/g, "") !== "")
    throw new Error("There is something else than PEM.");
  return all.match(pemBlock) ?? [];
}

/** What the parser says of a text may quote it, so it is not passed on. */
function strictly(what: string, read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new Error(`There is no RSA ${what}.`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== "rsa") throw new Error(`There is no RSA ${what}.`);
  if (bits !== modulusBits) throw new Error(`There is an RSA key of ${bits} bits: it must have ${modulusBits}.`);
  return key;
}

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** Nothing is known of when a key was made, and nothing ends with it: RFC 5280, 4.1.2.5 has the date for "no end". */
const notBefore = new Date("2025-01-01T00:00:00Z");
const notAfter = new Date("9999-12-31T23:59:59Z");

/** The common name of a key's own certificate: a name that people know, and the key's id. */
export function ownCommonName(signerName: string, { id }: RsaPublicKey): string {
  return `${signerName} ${id}`;
}

/**
 * The self-signed X.509 certificate (RFC 5280) of a key in DER. It depends on key and name alone, so that every
 * process creates the same bytes.
 */
export async function selfSignedCertificate(
  privateKey: KeyObject,
  publicKey: RsaPublicKey,
  commonName: string,
): Promise<Buffer> {
  const x509 = await loadLibrary();
  const { digitalSignature, nonRepudiation } = x509.KeyUsageFlags;
  const spki = publicKey.key.export({ format: "der", type: "spki" });
  const pkcs8 = privateKey.export({ format: "der", type: "pkcs8" });
  const name = new x509.Name([{ CN: [{ utf8String: commonName }] }]);
  const certificate = await x509.X509CertificateGenerator.create({
    // A serial number is positive: the byte before the id's keeps it so, whatever the id begins with.
    serialNumber: `01${publicKey.id}`,
    subject: name,
    issuer: name,
    notBefore,
    notAfter,
    publicKey: spki,
    signingKey: await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature | nonRepudiation, true),
      await x509.SubjectKeyIdentifierExtension.create(spki),
    ],
  });
  return Buffer.from(certificate.rawData);
}

/** Loaded where it is needed: most processes only publish keys and verify. It wants reflect-metadata before it. */
async function loadLibrary() {
  await import("reflect-metadata");
  return import("@peculiar/x509");
}
