import { createHmac, timingSafeEqual } from "node:crypto";
import { purposeKey } from "@/lib/secrets";

/**
 * A token that opens the file of something until a time, by itself: the expiry (milliseconds in base 36), a dot, and the
 * HMAC-SHA-256 of id and expiry in base64url. The same id and time always give the same token.
 */
export function writeToken(id: string, expiresAtMs: number): string {
  const expiry = expiresAtMs.toString(36);
  const mac = createHmac("sha256", purposeKey("download-urls")).update(`${id} ${expiry}`).digest("base64url");
  return `${expiry}.${mac}`;
}

/**
 * Until when a token opens the file of something, in milliseconds since the Unix epoch; undefined for one that this service
 * did not write for it. Whether that time has passed is the caller's to look at.
 */
export function readToken(id: string, token: string): number | undefined {
  const expiresAtMs = Number.parseInt(token.slice(0, Math.max(0, token.indexOf("."))), 36);
  if (!Number.isSafeInteger(expiresAtMs)) return undefined;
  // Compared as text, as a whole: what decodes to the same bytes is another token.
  const given = Buffer.from(token);
  const written = Buffer.from(writeToken(id, expiresAtMs));
  return given.length === written.length && timingSafeEqual(given, written) ? expiresAtMs : undefined;
}
