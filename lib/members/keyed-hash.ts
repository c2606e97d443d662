import { createHmac } from "node:crypto";
import { type KeyPurpose, purposeKey } from "@/lib/secrets";

/** What is stored of a text that its holder alone may know: HMAC-SHA-256 under the server's key for the purpose, hexadecimal. */
export function keyedHash(purpose: Extract<KeyPurpose, "member-tokens" | "recovery-codes">, text: string): string {
  return createHmac("sha256", purposeKey(purpose)).update(text).digest("hex");
}
