import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { secretFile } from "@/lib/platform/crypto/secret-file";
import {
  type PublicKey,
  publicKeyPem,
  readPublicKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from "@/lib/platform/signing/ed25519";
import { naming, readPemFiles, replaceKeyFile } from "@/lib/platform/signing/key-files";

interface CheckpointKeys {
  current: SigningKey;
  /** All accepted public keys by id, the current one first. */
  all: Map<string, PublicKey>;
}

/**
 * The key that signs checkpoints: CHECKPOINT_KEY, or otherwise the key in the data directory. Read at each call, because
 * it may be replaced. @throws Error if it is not a valid key.
 */
export function currentCheckpointKey(): SigningKey {
  return reload().current;
}

/**
 * A pinned public key. Keys come from the configuration and from files, never from a table, so that a database owner
 * cannot add one.
 */
export function findCheckpointKey(keyId: string): PublicKey | undefined {
  return known().keys.all.get(keyId) ?? reload().all.get(keyId);
}

/** The published keys, the current one first. */
export function publishedCheckpointKeys(): PublicKey[] {
  return [...reload().all.values()];
}

/**
 * Replaces the key in the data directory; the old public key stays published. @throws Error if CHECKPOINT_KEY is set.
 */
export function replaceCheckpointKey(): { retiredId: string; currentId: string } {
  if (env().CHECKPOINT_KEY !== undefined) {
    throw new Error("The key is set by CHECKPOINT_KEY and not stored in a file. Replace it in the configuration.");
  }
  const before = reload().current;
  const text = generateKey();
  const after = readSigningKey(text);
  const pems = new Map([before, after].map((key) => [key.id, publicKeyPem(key)]));
  replaceKeyFile(keyFile(), text, { directory: publicKeyDirectory(), pems });
  return { retiredId: before.id, currentId: after.id };
}

/** The keys as last read by this process. */
function known(): { keys: CheckpointKeys } {
  return singleton("checkpoint-keys", () => ({ keys: readKeys() }));
}

function reload(): CheckpointKeys {
  const cache = known();
  cache.keys = readKeys();
  return cache.keys;
}

function readKeys(): CheckpointKeys {
  const { CHECKPOINT_KEY, CHECKPOINT_PUBLIC_KEYS } = env();
  const current =
    CHECKPOINT_KEY === undefined
      ? naming(keyFile(), () => readSigningKey(secretFile(keyFile(), generateKey)))
      : naming("CHECKPOINT_KEY", () => readSigningKey(CHECKPOINT_KEY));
  const configured = naming("CHECKPOINT_PUBLIC_KEYS", () => readPublicKeys(CHECKPOINT_PUBLIC_KEYS));
  const { id, raw, key } = current;
  const all = [{ id, raw, key }, ...configured, ...readPemFiles(publicKeyDirectory(), readPublicKey)];
  return { current, all: new Map(all.map((one) => [one.id, one])) };
}

function generateKey(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

function keyFile(): string {
  return join(env().DATA_DIR, "checkpoint-key.pem");
}

function publicKeyDirectory(): string {
  return join(env().DATA_DIR, "checkpoint-keys");
}
