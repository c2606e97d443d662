import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/platform/config/env";
import { readIfPresent, secretFile } from "@/lib/platform/crypto/secret-file";

interface EncryptionKey {
  /** The first 8 hexadecimal digits of the key's SHA-256. */
  id: string;
  bytes: Buffer;
}

export interface Keyring {
  /** Encrypts new data. */
  current: EncryptionKey;
  /** All known keys by ID, including the current one. */
  all: Map<string, EncryptionKey>;
}

/**
 * The configured keys: ENCRYPTION_KEY, or the key file in the data directory (created if necessary), and the retired
 * keys. Files are read at each call, because another process can replace the key. Throws if a file contains anything
 * but keys.
 */
export function readKeyring(): Keyring {
  const { ENCRYPTION_KEY, ENCRYPTION_KEYS_RETIRED } = env();
  const current = toKey(ENCRYPTION_KEY ?? readKeyFile(keyFile()));
  const retired = [...ENCRYPTION_KEYS_RETIRED, ...(ENCRYPTION_KEY === undefined ? readRetiredFile() : [])].map(toKey);
  return { current, all: new Map([...retired, current].map((key) => [key.id, key])) };
}

/**
 * Replaces the key file. The old key is then used only for decryption. Returns both key IDs. Both keys are added to the
 * retired keys first: of two concurrent replacements one is lost, and data encrypted under it must stay readable.
 */
export function replaceKeyFile(): { retiredId: string; currentId: string } {
  if (env().ENCRYPTION_KEY !== undefined) {
    throw new Error("The key is set in ENCRYPTION_KEY, not in a file. Change the variable instead.");
  }
  const path = keyFile();
  const before = readKeyFile(path);
  const after = generateKey();
  appendFileSync(retiredFile(), `\n${before}\n${after}\n`, { mode: 0o600, flush: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, after, { mode: 0o600, flush: true });
  renameSync(draft, path);
  return { retiredId: toKey(before).id, currentId: toKey(after).id };
}

const keyPattern = /^[A-Za-z0-9+/]{43}=$/;

function generateKey(): string {
  return randomBytes(32).toString("base64");
}

function toKey(text: string): EncryptionKey {
  const bytes = Buffer.from(text, "base64");
  return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes };
}

function keyFile(): string {
  return join(env().DATA_DIR, "encryption-key");
}

function retiredFile(): string {
  return `${keyFile()}.retired`;
}

function readKeyFile(path: string): string {
  const text = secretFile(path, generateKey).trim();
  if (!keyPattern.test(text)) throw new Error(`${path} does not contain a key (32 bytes in base64).`);
  return text;
}

/** An unterminated line is still being written, so nothing is encrypted under its key yet. */
function readRetiredFile(): string[] {
  const lines = (readIfPresent(retiredFile()) ?? "").split("\n").map((line) => line.trim());
  const last = lines.pop() ?? "";
  const keys = lines.filter((line) => line !== "");
  if (!keys.every((line) => keyPattern.test(line))) {
    throw new Error(`${retiredFile()} contains a line that is not a key (32 bytes in base64).`);
  }
  return keyPattern.test(last) ? [...keys, last] : keys;
}
