import { createHmac } from "node:crypto";

/** Names that logs use for unknown users. */
const nobody = /^(?:-|none|null|nil|na|n\/a|unknown|anonymous|unauthenticated|guest)?$/;
const nameMax = 256;

/**
 * The pseudonym of a user name under an organisation's key: `user_` and 64 bits of the HMAC-SHA256 in hexadecimal. Null
 * for a missing name. Ignores case and encoding, but not the domain, because two domains can have the same name.
 */
export function userPseudonym(text: string, key: Uint8Array): string | null {
  const name = decoded(text).normalize("NFC").trim().toLowerCase().replace(/\\+/g, "\\");
  if (name.length > nameMax || nobody.test(name)) return null;
  return `user_${createHmac("sha256", key).update(name).digest("hex").slice(0, 16)}`;
}

/** Squid and others encode user names as in URLs. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
