import { hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { keptFile } from "@/lib/platform/crypto/kept-file";

/** What a key is for. Each purpose has a key of its own, so that none can be used in another's place. */
export type KeyPurpose =
  | "api-keys"
  | "cursors"
  | "download-urls"
  | "log-lines"
  | "member-tokens"
  | "recovery-codes"
  | "sessions"
  | "device-cookies";

/**
 * The 32-byte key for a purpose, derived (HKDF-SHA-256, RFC 5869) from SERVER_SECRET, or where that is not set from a
 * secret made once and kept in the data directory with mode 0600. All instances of one deployment must share it.
 */
export function purposeKey(purpose: KeyPurpose): Buffer {
  return singleton(`purpose-key/${purpose}`, () =>
    Buffer.from(hkdfSync("sha256", serverSecret(), "", `governance-audit-service/${purpose}`, 32)),
  );
}

function serverSecret(): string {
  const { SERVER_SECRET, DATA_DIR } = env();
  return SERVER_SECRET ?? keptFile(join(DATA_DIR, "server-secret"), () => randomBytes(32).toString("base64"));
}
