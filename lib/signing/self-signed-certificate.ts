import type { KeyObject } from "node:crypto";
import type { RsaPublicKey } from "@/lib/signing/rsa";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** Nothing is known of when a key was made, and nothing ends with it: RFC 5280, 4.1.2.5 has the date for "no end". */
const notBefore = new Date("2025-01-01T00:00:00Z");
const notAfter = new Date("9999-12-31T23:59:59Z");

/** The common name of a key's own certificate: a name that people know, and the key's id. */
export function ownCommonName(signerName: string, { id }: RsaPublicKey): string {
  return `${signerName} ${id}`;
}

/**
 * The X.509 certificate (RFC 5280) of a key that the key itself signed, in DER. It is made of nothing but the key and the
 * name: every process makes the same bytes at any time, so that it need not be kept.
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
