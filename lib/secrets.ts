import { hkdfSync, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";
import { singleton } from "@/lib/singleton";

/** What a key is for. Each purpose has a key of its own, so that none can be used in another's place. */
export type KeyPurpose = "api-keys" | "cursors";

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
  return env().SERVER_SECRET ?? generatedSecret(env().DATA_DIR);
}

/** Linking a finished file into place is atomic: of several processes that start at once, all read the first one's secret. */
function generatedSecret(dataDir: string): string {
  const path = join(dataDir, "server-secret");
  const known = readIfPresent(path);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64"), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, "utf8");
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
