import { createHmac, timingSafeEqual } from "node:crypto";
import { publicUrl } from "@/lib/public-url";
import { purposeKey } from "@/lib/secrets";

/**
 * Where the file of a package can be had until a time, without an API key: the URL carries its own authority, good for this
 * package and until then. The same package and time always give the same URL.
 */
export function downloadUrl(packageId: string, expiresAtMs: number): string {
  return publicUrl(`/v1/evidence/${packageId}/download?token=${writeToken(packageId, expiresAtMs)}`);
}

/**
 * Until when a token opens the file of a package, in milliseconds since the Unix epoch; undefined for one that this service
 * did not write for it. Whether that time has passed is the caller's to look at.
 */
export function readToken(packageId: string, token: string): number | undefined {
  const expiresAtMs = Number.parseInt(token.slice(0, Math.max(0, token.indexOf("."))), 36);
  if (!Number.isSafeInteger(expiresAtMs)) return undefined;
  // Compared as text, as a whole: what decodes to the same bytes is another token.
  const given = Buffer.from(token);
  const written = Buffer.from(writeToken(packageId, expiresAtMs));
  return given.length === written.length && timingSafeEqual(given, written) ? expiresAtMs : undefined;
}

/** The expiry (milliseconds in base 36), a dot, and the HMAC-SHA-256 of id and expiry in base64url. */
function writeToken(packageId: string, expiresAtMs: number): string {
  const expiry = expiresAtMs.toString(36);
  const mac = createHmac("sha256", purposeKey("download-urls")).update(`${packageId} ${expiry}`).digest("base64url");
  return `${expiry}.${mac}`;
}
