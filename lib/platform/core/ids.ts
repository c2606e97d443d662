import { randomFillSync } from "node:crypto";
import { type IdKind, idPrefixes } from "@/lib/platform/core/id-prefixes";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const timeLength = 10;
const randomLength = 16;

const pool = new Uint8Array(randomLength * 256);
let poolOffset = pool.length;
let timePart = "";
let timePartMs = -1;

/**
 * A new identifier: the kind's prefix, ten characters of time (milliseconds, Crockford base 32) and sixteen random ones
 * (80 bits), all of `[0-9a-z]`. Identifiers sort by creation time.
 */
export function newId(kind: IdKind, epochMs: number = Date.now()): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  let random = "";
  const end = poolOffset + randomLength;
  while (poolOffset < end) random += alphabet[(pool[poolOffset++] as number) & 31];
  if (epochMs !== timePartMs) {
    timePart = encodeTime(epochMs);
    timePartMs = epochMs;
  }
  return idPrefixes[kind] + timePart + random;
}

/** An identifier that depends only on its arguments: the bytes of a digest replace the random part. */
export function derivedId(kind: IdKind, epochMs: number, digest: Uint8Array): string {
  const last = Array.from(digest.subarray(0, randomLength), (byte) => alphabet[byte & 31]);
  return idPrefixes[kind] + encodeTime(epochMs) + last.join("");
}

function encodeTime(epochMs: number): string {
  let rest = epochMs;
  let text = "";
  for (let i = 0; i < timeLength; i++) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** When an identifier was created, by the time in it; NaN if it has none. */
export function idTimeMs(id: string): number {
  const text = id.slice(id.indexOf("_") + 1, id.indexOf("_") + 1 + timeLength);
  if (text.length < timeLength) return Number.NaN;
  let epochMs = 0;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return Number.NaN;
    epochMs = epochMs * 32 + digit;
  }
  return epochMs;
}
