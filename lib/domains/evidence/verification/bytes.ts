export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Parses `sha256:` and 64 lower-case hexadecimal digits. */
export function bytesOfHash(hash: string): Uint8Array | undefined {
  return /^sha256:.{64}$/.test(hash) ? bytesOfHex(hash.slice(7)) : undefined;
}

/** Undefined unless the text has only pairs of lower-case hexadecimal digits. */
export function bytesOfHex(digits: string): Uint8Array | undefined {
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = digitAt(digits, 2 * i) * 16 + digitAt(digits, 2 * i + 1);
  return bytes;
}

export function hexOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += hexOfByte[byte];
  return text;
}

/** Undefined if the text is not canonical base64. */
export function bytesOfBase64(text: string, alphabet: "base64" | "base64url" = "base64"): Uint8Array | undefined {
  const digits = alphabet === "base64url" ? text.replaceAll("-", "+").replaceAll("_", "/") : text;
  let binary: string;
  try {
    binary = atob(digits);
  } catch {
    return undefined;
  }
  // Canonical base64 encodes back to the same text.
  const again = alphabet === "base64url" ? urlSafe(btoa(binary)) : btoa(binary);
  return again === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : undefined;
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Base64url without padding (RFC 7515). */
export function base64urlOf(bytes: Uint8Array): string {
  return urlSafe(base64Of(bytes));
}

export function concatBytes(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

const encoder = new TextEncoder();
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function urlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code <= 57 ? code - 48 : code - 87;
}

export type Sha256 = (data: Uint8Array) => Uint8Array;

/** Leaf and node prefixes of RFC 6962, 2.1. */
const leafInput = new Uint8Array(33);
const nodeInput = new Uint8Array(65).fill(1, 0, 1);

export class Hasher {
  constructor(readonly sha256: Sha256) {}

  /** `sha256:` and the SHA-256 in lower-case hexadecimal. */
  name(bytes: Uint8Array): string {
    return this.nameOf(this.sha256(bytes));
  }

  nameOf(hash: Uint8Array): string {
    return `sha256:${hexOf(hash)}`;
  }

  /** `entry`: the 32 bytes of a block hash. */
  leaf(entry: Uint8Array): Uint8Array {
    leafInput.set(entry, 1);
    return this.sha256(leafInput);
  }

  node(left: Uint8Array, right: Uint8Array): Uint8Array {
    nodeInput.set(left, 1);
    nodeInput.set(right, 33);
    return this.sha256(nodeInput);
  }
}
