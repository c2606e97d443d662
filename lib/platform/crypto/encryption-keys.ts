import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/platform/config/env";
import { keptFile, readIfPresent } from "@/lib/platform/crypto/kept-file";

interface EncryptionKey {
  /** The first 8 hexadecimal digits of the key's SHA-256. */
  id: string;
  bytes: Buffer;
}

export interface Keyring {
  /** What is encrypted from now on is encrypted under it. */
  current: EncryptionKey;
  /** All that decrypt, the current one among them, by their ids. */
  all: Map<string, EncryptionKey>;
}

/**
 * The keys as they are configured now: ENCRYPTION_KEY, or where that is not set the one made once and kept in the data
 * directory; and those that were replaced. Files are read anew at each call, because another process may have replaced
 * the key. Throws where a file holds something else than a key.
 */
export function readKeyring(): Keyring {
  const { ENCRYPTION_KEY, ENCRYPTION_KEYS_RETIRED } = env();
  const current = toKey(ENCRYPTION_KEY ?? readKeyFile(keyFile()));
  const retired = [...ENCRYPTION_KEYS_RETIRED, ...(ENCRYPTION_KEY === undefined ? readRetiredFile() : [])].map(toKey);
  return { current, all: new Map([...retired, current].map((key) => [key.id, key])) };
}

/**
 * Puts a new key in the place of the one in the data directory, which decrypts from then on only. Returns the ids of both.
 * Both stand among the retired ones before the new one is current: of two replacements at once one is lost, and what was
 * encrypted under it in between must still be read.
 */
export function replaceKeyFile(): { retiredId: string; currentId: string } {
  if (env().ENCRYPTION_KEY !== undefined) {
    throw new Error("The key is that of ENCRYPTION_KEY, not one in a file: set another one there instead.");
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
  const text = keptFile(path, generateKey).trim();
  if (!keyPattern.test(text)) throw new Error(`${path} does not hold a key: 32 bytes in base64.`);
  return text;
}

/** A line that is not ended yet is being written: nothing is encrypted under its key so far. */
function readRetiredFile(): string[] {
  const lines = (readIfPresent(retiredFile()) ?? "").split("\n").map((line) => line.trim());
  const last = lines.pop() ?? "";
  const keys = lines.filter((line) => line !== "");
  if (!keys.every((line) => keyPattern.test(line))) {
    throw new Error(`${retiredFile()} holds a line that is no key: 32 bytes in base64.`);
  }
  return keyPattern.test(last) ? [...keys, last] : keys;
}
