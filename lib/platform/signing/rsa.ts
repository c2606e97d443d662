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
  /** The first 16 hexadecimal digits of the SHA-256 of the SPKI in DER. */
  id: string;
  key: KeyObject;
  /** SPKI in PEM, with a trailing line break. */
  pem: string;
}

/** The prefix of a SHA-256 digest in its DigestInfo (RFC 8017, 9.2). */
const digestInfoPrefix = Buffer.from("3031300d060960864801650304020105000420", "hex");

const modulusBits = 4096;
const signatureBytes = modulusBits / 8;
const pemBlock = /-----BEGIN [A-Z0-9 ]+-----[^-]+-----END [A-Z0-9 ]+-----/g;

/** Reads a private key, PKCS#8 in PEM. @throws Error that does not quote the text. */
export function readRsaPrivateKey(text: string): KeyObject {
  return strictly("private key. It must be unencrypted PKCS#8 in PEM format.", () =>
    createPrivateKey(unescaped(text).trim()),
  );
}

/** Reads a public key: SPKI or a certificate, in PEM. @throws like {@link readRsaPrivateKey}. */
export function readRsaPublicKey(text: string): RsaPublicKey {
  const pem = unescaped(text).trim();
  if (pem.includes("PRIVATE KEY")) throw new Error("This is a private key. Use the public key.");
  return rsaPublicKeyOf(
    strictly("public key. It must be SPKI or a certificate, in PEM format.", () =>
      pem.startsWith("-----BEGIN CERTIFICATE-----") ? new X509Certificate(pem).publicKey : createPublicKey(pem),
    ),
  );
}

/** Reads any number of concatenated public keys. @throws like {@link readRsaPublicKey}. */
export function readRsaPublicKeys(text: string): RsaPublicKey[] {
  return pemBlocksOf(text).map(readRsaPublicKey);
}

/**
 * The certificates of a PEM text in order; the first must have an RSA key of 4096 bits. @throws like {@link
 * readRsaPublicKey}.
 */
export function readCertificates(text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = readPemCertificates(text);
  strictly("public key in the first certificate.", () => first.publicKey);
  return [first, ...others];
}

/** Reads at least one certificate in PEM, with any kind of key. @throws Error for other content. */
export function readPemCertificates(text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = pemBlocksOf(text).map((pem) => {
    try {
      return new X509Certificate(pem);
    } catch {
      throw new Error("The text must contain only certificates in PEM format.");
    }
  });
  if (!first) throw new Error("The text contains no certificate in PEM format.");
  return [first, ...others];
}

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

/** Whether a signature is the key's RSASSA-PKCS1-v1_5 signature of a SHA-256 digest. */
export function isSignatureOfDigest({ key }: { key: KeyObject }, digest: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== signatureBytes) return false;
  try {
    // The padding fills the rest of the block, so exactly one message is accepted.
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(digestInfoOf(digest));
  } catch {
    return false;
  }
}

function digestInfoOf(digest: Uint8Array): Buffer {
  if (digest.length !== 32) throw new Error("a SHA-256 digest must have 32 bytes");
  return Buffer.concat([digestInfoPrefix, digest]);
}

function unescaped(text: string): string {
  return text.replaceAll("\\n", "\n");
}

/** Rejects other content, which may be a key without its first line. */
function pemBlocksOf(text: string): string[] {
  const all = unescaped(text);
  if (all.replaceAll(pemBlock, "").replaceAll(/[\s,]/g, "") !== "")
    throw new Error("The text must contain only PEM blocks.");
  return all.match(pemBlock) ?? [];
}

/** Replaces parser errors, which may quote the text. */
function strictly(what: string, read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new Error(`Not a valid RSA ${what}`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== "rsa") throw new Error(`Not a valid RSA ${what}`);
  if (bits !== modulusBits) throw new Error(`The RSA key must have ${modulusBits} bits, but has ${bits}.`);
  return key;
}

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** A fixed start, and the date for "no expiry" of RFC 5280, 4.1.2.5. */
const notBefore = new Date("2025-01-01T00:00:00Z");
const notAfter = new Date("9999-12-31T23:59:59Z");

/** The common name of a key's self-signed certificate: the signer's name and the key's id. */
export function ownCommonName(signerName: string, { id }: RsaPublicKey): string {
  return `${signerName} ${id}`;
}

/**
 * The self-signed X.509 certificate (RFC 5280) of a key in DER. It depends only on key and name, so that every
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
    // The leading byte keeps the serial number positive.
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

/** Loaded on demand, because most processes don't need it. Requires reflect-metadata. */
async function loadLibrary() {
  await import("reflect-metadata");
  return import("@peculiar/x509");
}
