import "reflect-metadata";
import { execFile } from "node:child_process";
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { vi } from "vitest";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { keptRsaKey } from "@/lib/platform/signing/testing/kept-rsa-key";

export interface TestKey {
  /** PKCS#8 in PEM. */
  pem: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  id: string;
}

/** The RSA key with a name, generated once: see {@link keptRsaKey}. */
export function rsaTestKey(name: string, modulusLength = 4096): TestKey {
  const pem = keptRsaKey(name, modulusLength);
  const publicKey = createPublicKey(pem);
  const spki = publicKey.export({ format: "der", type: "spki" });
  const id = createHash("sha256").update(spki).digest("hex").slice(0, 16);
  return { pem, privateKey: createPrivateKey(pem), publicKey, id };
}

export const pemOf = (key: KeyObject) => key.export({ format: "pem", type: "spki" }).toString();

/**
 * A PEM certificate of a public key, issued with another key as by a certificate authority, and valid for years around
 * now. Its names have more parts and other text encodings than the service's own certificates.
 */
export async function certify(subject: string, key: KeyObject, issuer: string, issuedBy: KeyObject): Promise<string> {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const exported = issuedBy.export({ format: "der", type: "pkcs8" });
  const isAuthority = subject === issuer;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: createHash("sha256").update(subject).digest("hex").slice(0, 38),
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    notBefore: new Date("2020-01-01T00:00:00Z"),
    notAfter: new Date("2120-01-01T00:00:00Z"),
    publicKey: key.export({ format: "der", type: "spki" }),
    signingKey: await crypto.subtle.importKey("pkcs8", exported, algorithm, false, ["sign"]),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(isAuthority, undefined, true),
      new KeyUsagesExtension(isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature, true),
    ],
  });
  return certificate.toString("pem");
}

function nameOf(commonName: string): Name {
  const organisation = [{ printableString: "Example plc" }, { utf8String: "Prüfung & Söhne" }];
  return new Name([{ C: [{ printableString: "GB" }] }, { O: organisation }, { CN: [{ utf8String: commonName }] }]);
}

/** Output of a program such as openssl run in a directory, even if it fails. */
export async function outputOf(cwd: string, program: string, ...args: string[]): Promise<string> {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr } = await promisify(execFile)(program, args, options).catch((error) => error);
  return `${stdout}${stderr}`;
}

const names = ["KEY", "SIGN_COMMAND", "CERTIFICATE", "PKCS12_FILE", "PUBLIC_KEYS", "SIGNER_NAME"].map(
  (name) => `EVIDENCE_${name}`,
);

/** Simulates a process that starts with these variables: all cached state is dropped. */
export function startWith(dataDir: string, variables: Record<string, string> = {}): void {
  forgetSingletons();
  const none = Object.fromEntries([...names, "CHECKPOINT_KEY", "CHECKPOINT_PUBLIC_KEYS"].map((name) => [name, ""]));
  const all = { ...none, DATABASE_URL: "postgresql://unused/unused", DATA_DIR: dataDir, ...variables };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
}
