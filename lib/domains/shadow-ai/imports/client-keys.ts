import { randomBytes } from "node:crypto";
import { findClientKeys, insertClientKeys, replaceClientKey } from "@/lib/domains/shadow-ai/imports/source-store";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";
import { log } from "@/lib/platform/telemetry/log";

/** Days for which a daily client key is kept. After that, client pseudonyms can no longer be linked to addresses. */
export const clientKeyDays = 5;

const dayMs = 24 * 60 * 60 * 1000;
const keyBytes = 32;

/**
 * Keys for pseudonymising client addresses: random, one per organisation and day, shared by all imports while they are
 * kept. If the key of a day was destroyed or cannot be created yet, an import uses a separate key that is never stored.
 * Days are UTC, `YYYY-MM-DD`.
 */
export async function openClientKeys(organisationId: string, nowMs: number): Promise<(day: string) => Uint8Array> {
  const days = Array.from({ length: clientKeyDays + 2 }, (_, i) => dayOf(nowMs + (1 - i) * dayMs));
  const keys = await readKeys(organisationId);
  const missing = days.filter((day) => !keys.has(day));
  if (missing.length > 0) {
    const made = missing.map((day) => ({ day, key: newStoredKey(organisationId, day) }));
    await insertClientKeys(organisationId, made);
    // For concurrent imports, the first stored key applies.
    for (const [day, key] of await readKeys(organisationId)) keys.set(day, key);
  }
  return (day) => {
    const known = keys.get(day) ?? randomBytes(keyBytes);
    keys.set(day, known);
    return known;
  };
}

async function readKeys(organisationId: string): Promise<Map<string, Uint8Array>> {
  const keys = new Map<string, Uint8Array>();
  for (const [day, stored] of await findClientKeys(organisationId)) {
    const key = await readKey(organisationId, day, stored);
    if (key) keys.set(day, key);
  }
  return keys;
}

/** A key whose encryption key is lost cannot be recovered, so another one replaces it. */
async function readKey(organisationId: string, day: string, stored: string): Promise<Uint8Array | undefined> {
  try {
    return Buffer.from(decryptSecret(stored, contextOf(organisationId, day)), "base64");
  } catch (error) {
    log().warn({ err: error, organisationId, day }, "a client address key could not be decrypted and was replaced");
    await replaceClientKey(organisationId, { day, key: newStoredKey(organisationId, day), instead: stored });
    return undefined;
  }
}

function newStoredKey(organisationId: string, day: string): string {
  return encryptSecret(randomBytes(keyBytes).toString("base64"), contextOf(organisationId, day));
}

function contextOf(organisationId: string, day: string): string {
  return `shadow-ai-client-key/${organisationId}/${day}`;
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
