import { createPublicKey, generateKeyPair, type KeyObject, type X509Certificate } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { keptFileLater, readIfPresent } from "@/lib/platform/crypto/kept-file";
import { naming, readPemFiles, replaceKeyFile } from "@/lib/platform/signing/key-files";
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

/** A public key that evidence packages verify under: RSA of 4096 bits. */
type EvidencePublicKey = RsaPublicKey;

/** The key that signs evidence packages, wherever it is: here, or behind a command. */
export interface EvidenceSigner extends EvidencePublicKey {
  /** DER of the X.509 certificate of the key. */
  certificate: Buffer;
  /** DER of the certificates that it was issued under, in the order of EVIDENCE_CERTIFICATE; none for a self-signed one. */
  chain: Buffer[];
  /** Common name of the certificate's subject. */
  name: string;
  /**
   * The RSASSA-PKCS1-v1_5 signature of a SHA-256 digest: 512 bytes, deterministic. @throws Error that names the
   * variable if the signer fails or uses another key.
   */
  signDigest(digest: Uint8Array): Promise<Buffer>;
}

/**
 * The signer of evidence packages: EVIDENCE_SIGN_COMMAND, EVIDENCE_KEY, or else the key in the data directory, which
 * is generated once. Read at each call, because it may have been replaced. @throws Error that names the variable or
 * file.
 */
export async function currentEvidenceSigner(): Promise<EvidenceSigner> {
  const { EVIDENCE_SIGN_COMMAND, EVIDENCE_KEY } = env();
  if (EVIDENCE_SIGN_COMMAND !== undefined) return commandSigner(EVIDENCE_SIGN_COMMAND);
  if (EVIDENCE_KEY !== undefined) return keySigner(localKey("EVIDENCE_KEY", EVIDENCE_KEY));
  return keySigner(localKey(keyFile(), readIfPresent(keyFile()) ?? (await makeKey())));
}

/**
 * The pinned public key of an id. Keys come from the configuration and from files, never from a table: the owner of
 * the database must not be able to add one.
 */
export function findEvidenceKey(keyId: string): EvidencePublicKey | undefined {
  return publishedEvidenceKeys().find(({ id }) => id === keyId);
}

/** Every key that is published, the current one first where there is one yet. Makes none. */
export function publishedEvidenceKeys(): EvidencePublicKey[] {
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
  for (const name of ["EVIDENCE_KEY", "EVIDENCE_SIGN_COMMAND", "EVIDENCE_CERTIFICATE"] as const) {
    if (env()[name] === undefined) continue;
    throw new Error(`The key is configured (${name} is set), not one in a file: configure another one instead.`);
  }
  const before = localKey(keyFile(), readIfPresent(keyFile()) ?? (await makeKey()));
  const text = await generateKey();
  const after = localKey(keyFile(), text);
  const pems = new Map([before, after].map(({ id, pem }) => [id, pem]));
  replaceKeyFile(keyFile(), text, { directory: publicKeyDirectory(), pems });
  return { retiredId: before.id, currentId: after.id };
}

/**
 * Whether a base64 text is the key's RSASSA-PKCS1-v1_5 signature of a SHA-256 digest. Only canonical base64 is
 * accepted.
 */
export function verifyDigest(key: EvidencePublicKey, digest: Uint8Array, signatureBase64: string): boolean {
  const bytes = Buffer.from(signatureBase64, "base64");
  return bytes.toString("base64") === signatureBase64 && isSignatureOfDigest(key, digest, bytes);
}

interface LocalKey extends RsaPublicKey {
  /** Where it was read. */
  place: string;
  privateKey: KeyObject;
}

/** The key of a text; the last one is remembered, because reading it costs more than comparing the text. */
function localKey(place: string, text: string): LocalKey {
  const memory = singleton<{ key?: LocalKey; text?: string }>("evidence-key", () => ({}));
  if (memory.key?.place === place && memory.text === text) return memory.key;
  const privateKey = naming(place, () => readRsaPrivateKey(text));
  const key = { ...rsaPublicKeyOf(createPublicKey(privateKey)), place, privateKey };
  Object.assign(memory, { key, text });
  return key;
}

function currentPublicKey(): RsaPublicKey | undefined {
  const { EVIDENCE_SIGN_COMMAND, EVIDENCE_KEY } = env();
  if (EVIDENCE_SIGN_COMMAND !== undefined) return rsaPublicKeyOf(configuredCertificates()[0].publicKey);
  if (EVIDENCE_KEY !== undefined) return localKey("EVIDENCE_KEY", EVIDENCE_KEY);
  const text = readIfPresent(keyFile());
  return text === undefined ? undefined : localKey(keyFile(), text);
}

async function keySigner({ id, key, pem, place, privateKey }: LocalKey): Promise<EvidenceSigner> {
  const certified = await certificateOf({ id, key, pem }, privateKey, place);
  return { id, key, pem, ...certified, signDigest: async (digest) => signSha256Digest(privateKey, digest) };
}

async function certificateOf(publicKey: RsaPublicKey, privateKey: KeyObject, place: string): Promise<Certified> {
  const { EVIDENCE_CERTIFICATE, EVIDENCE_SIGNER_NAME } = env();
  if (EVIDENCE_CERTIFICATE !== undefined) {
    const [first, ...others] = configuredCertificates();
    if (rsaPublicKeyOf(first.publicKey).id !== publicKey.id) {
      throw new Error(`The first certificate of EVIDENCE_CERTIFICATE is not that of the key of ${place}.`);
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
        `EVIDENCE_SIGN_COMMAND wrote ${signature.length} bytes that are no signature by the key of EVIDENCE_CERTIFICATE.`,
      );
    },
  };
}

type Certified = Pick<EvidenceSigner, "certificate" | "chain" | "name">;

function configuredCertificates(): [X509Certificate, ...X509Certificate[]] {
  return naming("EVIDENCE_CERTIFICATE", () => readCertificates(env().EVIDENCE_CERTIFICATE ?? ""));
}

function certified(first: X509Certificate, others: X509Certificate[]): Certified {
  const { CN } = first.toLegacyObject().subject;
  const name = Array.isArray(CN) ? CN[0] : CN;
  return { certificate: first.raw, chain: others.map(({ raw }) => raw), name: name ?? first.subject };
}

/** Of calls at the same time one makes the key; of processes, the first to have made one. */
function makeKey(): Promise<string> {
  const making = singleton<{ key?: Promise<string> }>("evidence-key-making", () => ({}));
  making.key ??= keptFileLater(keyFile(), generateKey).finally(() => {
    delete making.key;
  });
  return making.key;
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
