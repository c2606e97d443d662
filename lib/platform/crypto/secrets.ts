import { hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { secretFile } from "@/lib/platform/crypto/secret-file";

/** Each purpose has its own key, so that no key can be used for another purpose. */
export type KeyPurpose =
  | "api-keys"
  | "cursors"
  | "download-urls"
  | "log-lines"
  | "member-tokens"
  | "recovery-codes"
  | "sessions"
  | "device-cookies"
  | "verifications";

/**
 * The 32-byte key for a purpose, derived with HKDF-SHA-256 (RFC 5869) from SERVER_SECRET or, if that is not set, from a
 * secret file in the data directory. All instances of a deployment must share it.
 */
export function purposeKey(purpose: KeyPurpose): Buffer {
  return singleton(`purpose-key/${purpose}`, () =>
    Buffer.from(hkdfSync("sha256", serverSecret(), "", `governance-audit-service/${purpose}`, 32)),
  );
}

function serverSecret(): string {
  const { SERVER_SECRET, DATA_DIR } = env();
  return SERVER_SECRET ?? secretFile(join(DATA_DIR, "server-secret"), () => randomBytes(32).toString("base64"));
}
