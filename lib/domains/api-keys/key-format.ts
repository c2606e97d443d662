import { createHmac, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { purposeKey } from "@/lib/platform/crypto/secrets";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 30;
const checksumLength = 6;
const hintLength = 4;
const pattern = new RegExp(`^gas_(live|test)_[0-9A-Za-z]{${secretLength}}_[0-9A-Za-z]{${checksumLength}}$`);

/**
 * A new API key: `gas_live_<secret>_<checksum>`, or `gas_test_…` for a sandbox organisation. The secret is 30 random
 * base62 characters (178 bits); the checksum is the CRC-32 of the text before its underscore, as six base62 characters.
 */
export function generateKey(livemode: boolean): string {
  let secret = "";
  for (let i = 0; i < secretLength; i++) secret += base62.charAt(randomInt(base62.length));
  const body = `${prefix(livemode)}${secret}`;
  return `${body}_${checksum(body)}`;
}

/** The mode of a well-formed key; undefined for any other text. */
export function parseKey(text: string): { livemode: boolean } | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const end = text.length - checksumLength;
  if (checksum(text.slice(0, end - 1)) !== text.slice(end)) return undefined;
  return { livemode: match[1] === "live" };
}

/** Identifies a key for people: its mode and last four characters. */
export function keyHint(key: string): string {
  return `${key.slice(0, prefix(true).length)}…${key.slice(-hintLength)}`;
}

function prefix(livemode: boolean): string {
  return livemode ? "gas_live_" : "gas_test_";
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < checksumLength; i++) {
    text = base62.charAt(rest % base62.length) + text;
    rest = Math.floor(rest / base62.length);
  }
  return text;
}

/** The stored form of a key: HMAC-SHA-256 under the server's secret, 64 hexadecimal digits. */
export function hashKey(key: string): string {
  return createHmac("sha256", purposeKey("api-keys")).update(key).digest("hex");
}
