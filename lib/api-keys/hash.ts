import { createHmac } from "node:crypto";
import { purposeKey } from "@/lib/secrets";

/** What is stored of a key: HMAC-SHA-256 of all its characters under the server's pepper, 64 hexadecimal digits. */
export function hashKey(key: string): string {
  return createHmac("sha256", purposeKey("api-keys")).update(key).digest("hex");
}
