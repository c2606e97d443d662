import { createPublicKey, generateKeyPair, type KeyObject, type X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { readIfPresent, secretFileAsync } from "@/lib/platform/crypto/secret-file";
import { naming, readPemFiles, replaceKeyFile } from "@/lib/platform/signing/key-files";
import { readPkcs12 } from "@/lib/platform/signing/pkcs12";
import {
  isSignatureOfDigest,
  ownCommonName,
  type RsaPublicKey,
  readCertificates,
  readRsaPrivateKey,
  readRsaPublicKey,
  readRsaPublicKeys,
  rsaPublicKeyOf,
  selfSignedCertificate,
  signSha256Digest,
} from "@/lib/platform/signing/rsa";
import { runSignCommand, splitCommand } from "@/lib/platform/signing/sign-command";

/** The key that signs evidence packages and reports, held locally or accessed by a command. */
export interface EvidenceSigner extends RsaPublicKey {
  /** DER of the X.509 certificate of the key. */
  certificate: Buffer;
  /** DER of the issuing certificates, from the certificate's issuer to the root; empty if self-signed. */
  chain: Buffer[];
  /** Common name of the certificate's subject. */
  name: string;
  /**
   * The RSASSA-PKCS1-v1_5 signature of a SHA-256 digest: 512 bytes, deterministic. @throws Error with the name of the
   * variable if the signer fails or uses a different key.
   */
  signDigest(digest: Uint8Array): Promise<Buffer>;
}

/**
 * The signer of evidence packages: EVIDENCE_SIGN_COMMAND, EVIDENCE_PKCS12_FILE, EVIDENCE_KEY, or otherwise the key in
 * the data directory, which is generated once. Read at each call, because it may be replaced. @throws Error with the
 * variable or file.
 */
export async function currentEvidenceSigner(): Promise<EvidenceSigner> {
  const { EVIDENCE_SIGN_COMMAND } = env();
  if (EVIDENCE_SIGN_COMMAND !== undefined) return commandSigner(EVIDENCE_SIGN_COMMAND);
  const { key, keySource } = configured();
  if (key !== undefined) return keySigner(localKey(keySource, key));
  return keySigner(localKey(keyFile(), readIfPresent(keyFile()) ?? (await storeNewKey())));
}

/**
 * A pinned public key. Keys come from the configuration and from files, never from a table, so that a database owner
 * cannot add one.
 */
export function findEvidenceKey(keyId: string): RsaPublicKey | undefined {
  return publishedEvidenceKeys().find(({ id }) => id === keyId);
}

/** The published keys, the current one first if it exists. Does not generate a key. */
export function publishedEvidenceKeys(): RsaPublicKey[] {
  const { EVIDENCE_PUBLIC_KEYS } = env();
  const current = currentPublicKey();
  const configured = naming("EVIDENCE_PUBLIC_KEYS", () => readRsaPublicKeys(EVIDENCE_PUBLIC_KEYS));
  const all = [...(current ? [current] : []), ...configured, ...readPemFiles(publicKeyDirectory(), readRsaPublicKey)];
  return [...new Map(all.map(({ id, key, pem }) => [id, { id, key, pem }])).values()];
}

/**
 * Replaces the key in the data directory; the old public key stays published. @throws Error if the key comes from the
 * configuration.
 */
export async function replaceEvidenceKey(): Promise<{ retiredId: string; currentId: string }> {
  const names = ["EVIDENCE_KEY", "EVIDENCE_SIGN_COMMAND", "EVIDENCE_PKCS12_FILE", "EVIDENCE_CERTIFICATE"] as const;
  for (const name of names) {
    if (env()[name] === undefined) continue;
    throw new Error(`The key is set by ${name} and not stored in a file. Replace it in the configuration.`);
  }
  const before = localKey(keyFile(), readIfPresent(keyFile()) ?? (await storeNewKey()));
  const text = await generateKey();
  const after = localKey(keyFile(), text);
  const pems = new Map([before, after].map(({ id, pem }) => [id, pem]));
  replaceKeyFile(keyFile(), text, { directory: publicKeyDirectory(), pems });
  return { retiredId: before.id, currentId: after.id };
}

/** Whether a base64 text is the key's signature of a SHA-256 digest. Only canonical base64 is accepted. */
export function verifyDigest(key: RsaPublicKey, digest: Uint8Array, signatureBase64: string): boolean {
  const bytes = Buffer.from(signatureBase64, "base64");
  return bytes.toString("base64") === signatureBase64 && isSignatureOfDigest(key, digest, bytes);
}

/**
 * Refuses to start with a configured certificate that cannot be used: for another key, outside its validity, or followed
 * by certificates that are not its issuers. @throws Error with the reason.
 */
export function requireUsableCertificate(nowMs: number): void {
  const { key: configuredKey, keySource, certificate: configuredCertificate, certificateSource } = configured();
  if (configuredCertificate === undefined) return;
  const refuse = (problem: string) => new Error(`${certificateSource} cannot be used: ${problem}`);
  const key = currentPublicKey();
  if (!key) throw refuse("there is no key for it. Set EVIDENCE_KEY or EVIDENCE_SIGN_COMMAND.");
  const all = configuredCertificates();
  for (const [index, certificate] of all.entries()) {
    const { subject, validFrom, validTo } = certificate;
    const named = `the certificate of ${subject.replaceAll("\n", ", ")}`;
    if (nowMs < Date.parse(validFrom)) throw refuse(`${named} is not valid before ${validFrom}.`);
    if (nowMs > Date.parse(validTo)) throw refuse(`${named} expired at ${validTo}. Renew it for the same key.`);
    const issuer = all[index + 1];
    if (issuer && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
      throw refuse(`${named} was not issued by the next certificate. Order them from the signer to the root.`);
  }
  const source = configuredKey === undefined ? keyFile() : keySource;
  if (rsaPublicKeyOf(all[0].publicKey).id !== key.id)
    throw refuse(`its first certificate is for a different key than ${source}.`);
}

interface LocalKey extends RsaPublicKey {
  /** The variable or file. */
  source: string;
  privateKey: KeyObject;
}

/** Reads a key; the last one is cached, because parsing is slow. */
function localKey(source: string, text: string): LocalKey {
  const memory = singleton<{ key?: LocalKey; text?: string }>("evidence-key", () => ({}));
  if (memory.key?.source === source && memory.text === text) return memory.key;
  const privateKey = naming(source, () => readRsaPrivateKey(text));
  const key = { ...rsaPublicKeyOf(createPublicKey(privateKey)), source, privateKey };
  Object.assign(memory, { key, text });
  return key;
}

interface ConfiguredSigner {
  /** PEM. */
  key?: string | undefined;
  certificate?: string | undefined;
  keySource: string;
  certificateSource: string;
}

/** The configured key and certificate. The PKCS #12 file is read once per process. */
function configured(): ConfiguredSigner {
  const { EVIDENCE_KEY, EVIDENCE_CERTIFICATE, EVIDENCE_PKCS12_FILE: file, EVIDENCE_PKCS12_PASSWORD } = env();
  const [keySource, certificateSource] = ["EVIDENCE_KEY", "EVIDENCE_CERTIFICATE"];
  if (file === undefined) return { key: EVIDENCE_KEY, certificate: EVIDENCE_CERTIFICATE, keySource, certificateSource };
  return singleton(`evidence-pkcs12/${file}`, () => {
    const source = "EVIDENCE_PKCS12_FILE";
    const read = naming(source, () => readPkcs12(readFileSync(file), EVIDENCE_PKCS12_PASSWORD));
    return { key: read.key, certificate: read.certificates, keySource: source, certificateSource: source };
  });
}

function currentPublicKey(): RsaPublicKey | undefined {
  if (env().EVIDENCE_SIGN_COMMAND !== undefined) return rsaPublicKeyOf(configuredCertificates()[0].publicKey);
  const { key, keySource } = configured();
  if (key !== undefined) return localKey(keySource, key);
  const text = readIfPresent(keyFile());
  return text === undefined ? undefined : localKey(keyFile(), text);
}

async function keySigner({ id, key, pem, source, privateKey }: LocalKey): Promise<EvidenceSigner> {
  const certified = await certificateOf({ id, key, pem }, privateKey, source);
  return { id, key, pem, ...certified, signDigest: async (digest) => signSha256Digest(privateKey, digest) };
}

async function certificateOf(publicKey: RsaPublicKey, privateKey: KeyObject, source: string): Promise<Certified> {
  const { EVIDENCE_SIGNER_NAME } = env();
  const { certificate, certificateSource } = configured();
  if (certificate !== undefined) {
    const [first, ...others] = configuredCertificates();
    if (rsaPublicKeyOf(first.publicKey).id !== publicKey.id) {
      throw new Error(`The first certificate of ${certificateSource} does not match the key of ${source}.`);
    }
    return certified(first, others);
  }
  const name = ownCommonName(EVIDENCE_SIGNER_NAME, publicKey);
  return singleton(`evidence-certificate/${name}`, async () => ({
    certificate: await selfSignedCertificate(privateKey, publicKey, name),
    chain: [],
    name,
  }));
}

function commandSigner(command: string): EvidenceSigner {
  const [first, ...others] = configuredCertificates();
  const publicKey = rsaPublicKeyOf(first.publicKey);
  const words = naming("EVIDENCE_SIGN_COMMAND", () => splitCommand(command));
  return {
    ...publicKey,
    ...certified(first, others),
    signDigest: async (digest) => {
      const signature = await runSignCommand(words, digest).catch((error: Error) => {
        throw new Error(`EVIDENCE_SIGN_COMMAND: ${error.message}`);
      });
      if (isSignatureOfDigest(publicKey, digest, signature)) return signature;
      throw new Error(
        `EVIDENCE_SIGN_COMMAND wrote ${signature.length} bytes that are not a signature by the key of EVIDENCE_CERTIFICATE.`,
      );
    },
  };
}

type Certified = Pick<EvidenceSigner, "certificate" | "chain" | "name">;

function configuredCertificates(): [X509Certificate, ...X509Certificate[]] {
  const { certificate = "", certificateSource } = configured();
  return naming(certificateSource, () => readCertificates(certificate));
}

function certified(first: X509Certificate, others: X509Certificate[]): Certified {
  const { CN } = first.toLegacyObject().subject;
  const name = Array.isArray(CN) ? CN[0] : CN;
  return { certificate: first.raw, chain: others.map(({ raw }) => raw), name: name ?? first.subject };
}

/** Generates the key once per process; of several processes, the first to store one wins. */
function storeNewKey(): Promise<string> {
  const pending = singleton<{ key?: Promise<string> }>("evidence-key-generation", () => ({}));
  pending.key ??= secretFileAsync(keyFile(), generateKey).finally(() => {
    delete pending.key;
  });
  return pending.key;
}

async function generateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 4096 });
  return privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

function keyFile(): string {
  return join(env().DATA_DIR, "evidence-key.pem");
}

function publicKeyDirectory(): string {
  return join(env().DATA_DIR, "evidence-keys");
}
